import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { createPieceReceiver } from '#models/createPieceReceiver.ts';

const frames: (() => void)[] = [];
let message: Message;
let draws: string[];
let readings: number;
let onServer: string;
let receive: (content: string, position: number) => void;

beforeEach(() => {
	mock.timers.enable({ apis: ['setTimeout'] });
	Object.assign(globalThis, {
		requestAnimationFrame: (frame: () => void) => frames.push(frame),
		cancelAnimationFrame: () => undefined,
	});
	frames.length = 0;
	[draws, readings, onServer] = [[], 0, ''];
	message = {
		id: 7,
		content: '',
		message_type: 1,
		content_type: 'text',
		content_attributes: { streaming: true },
		created_at: 100,
		conversation_id: 1,
	};
	const put = (changed: Message) => {
		message = changed;
		draws.push(changed.content ?? '');
	};
	const take = createPieceReceiver({
		find: ({ id }) => (id === 7 ? message : undefined),
		put,
		async readAgain() {
			readings += 1;
			put({ ...message, content: onServer });
		},
	});
	receive = (content, position) =>
		take({ id: 7, conversation_id: 1, account_id: 1, created_at: 100, content, position });
});

afterEach(() => mock.timers.reset());

const drawFrame = () => frames.splice(0).forEach((frame) => frame());
const rest = () => new Promise((resolve) => setImmediate(resolve));

test('pieces of one frame are drawn at once, in their order, each once', () => {
	receive('One', 0);
	receive(' three', 7);
	receive(' two', 3);
	receive(' two', 3);
	assert.equal(frames.length, 1);
	drawFrame();
	assert.deepEqual(draws, ['One two three']);
	receive('One two three f', 0);
	receive('our', 15);
	drawFrame();
	assert.deepEqual(draws, ['One two three', 'One two three four']);
	assert.equal(readings, 0);
});

test('a text that is not seen grows without frames', () => {
	receive('One', 0);
	mock.timers.tick(250);
	assert.deepEqual(draws, ['One']);
});

test('a text of which something was missed is read again, and goes on where it is then', async () => {
	receive('One', 0);
	drawFrame();
	receive(' three', 7);
	onServer = 'One two thr';
	drawFrame();
	receive(' four', 13);
	await rest();
	assert.deepEqual(draws.at(-1), 'One two three four');
	assert.equal(readings, 1);
	receive(' five', 18);
	drawFrame();
	assert.equal(message.content, 'One two three four five');
});

test('a long text is drawn a few times a second, however many pieces come', () => {
	message = { ...message, content: 'x'.repeat(20_000) };
	for (let count = 0; count < 500; count += 1) {
		receive('y', 20_000 + count);
		mock.timers.tick(10);
		drawFrame();
	}
	mock.timers.tick(1_000);
	assert.equal(message.content?.length, 20_500);
	assert.ok(draws.length <= 6, `${draws.length} times`);
});

test('a message that is finished or unknown takes no pieces', () => {
	message = { ...message, content: 'Whole', content_attributes: {} };
	receive(' and more', 5);
	drawFrame();
	assert.deepEqual(draws, []);
});
