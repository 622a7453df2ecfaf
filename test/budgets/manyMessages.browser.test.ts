/**
 * The cost of a conversation of 10,000 messages, as ratios to a short one and as counts, which mean
 * the same on every machine. The long conversation comes first, so that a warmed-up machine favours
 * the short one.
 */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { findNamed, until } from '../desk/page.ts';
import { fill, press } from '../support/browser/input.ts';
import { bubble, Conversation, frames, isAtEnd, log, rest, server } from '../widget/conversation.ts';

const MANY = 10_000;
/** The long conversation may cost this many times what the short one does. */
const RATIO_MAX = 1.5;
const DRAWN_MAX = 100;
const REPETITIONS = 15;

let chat: Conversation;

afterEach(() => chat.close());
after(() => server.stop());

test(`appending to ${MANY} messages takes as long as to 100`, async () => {
	await holdRatio(
		RATIO_MAX,
		() => timeAppending(MANY),
		() => timeAppending(100),
	);
});

test(`opening a conversation of ${MANY} messages takes as long as one of 20`, async () => {
	await holdRatio(
		RATIO_MAX,
		() => timeOpening(MANY),
		() => timeOpening(20),
	);
});

test(`from Enter to the visitor's own bubble it takes as long with ${MANY} messages as with 20`, async () => {
	await holdRatio(
		RATIO_MAX,
		() => timeOwn(MANY),
		() => timeOwn(20),
	);
});

test(`scrolling through ${MANY} messages loses no more frames than through 300, and draws few messages`, async () => {
	await holdRatio(
		RATIO_MAX,
		() => timeScrolling(MANY),
		() => timeScrolling(300),
	);
});

/**
 * Repeats the measurement: an interruption by other programs affects one round, and not each of
 * three.
 */
async function holdRatio(max: number, measure: () => Promise<number>, compare: () => Promise<number>): Promise<void> {
	const rounds: string[] = [];
	while (rounds.length < 3) {
		const [time, compared] = [await measure(), await compare()];
		if (time <= compared * max) return;
		rounds.push(`${time} ms instead of ${compared} ms`);
	}
	assert.deepEqual(rounds, []);
}

async function openWith(count: number): Promise<HTMLTextAreaElement> {
	chat = new Conversation();
	chat.pageSize = count;
	chat.addMany(count);
	const field = await chat.open();
	await until(() => bubble(`Message ${count - 1}\nwith\nlines`) && isAtEnd());
	await rest();
	return field;
}

/** Milliseconds from the event on the wire to the bubble in a page that is laid out. */
async function timeAppending(count: number): Promise<number> {
	await openWith(count);
	const times: number[] = [];
	for (let index = 0; index < REPETITIONS; index += 1) {
		await frames(3);
		const start = performance.now();
		chat.say(`New ${index}`);
		await drawn(`New ${index}`);
		log().getBoundingClientRect();
		times.push(performance.now() - start);
	}
	chat.close();
	return median(times);
}

/** Milliseconds from Enter to the bubble in a page that is laid out. */
async function timeOwn(count: number): Promise<number> {
	const field = await openWith(count);
	const times: number[] = [];
	for (let index = 0; index < REPETITIONS; index += 1) {
		await fill(field, `Own ${index}`);
		await until(() => field.value === `Own ${index}`);
		await frames(3);
		const start = performance.now();
		field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
		await drawn(`Own ${index}`);
		log().getBoundingClientRect();
		times.push(performance.now() - start);
		await until(() => chat.sent.length > index);
	}
	chat.close();
	return median(times);
}

/** Milliseconds from the press of "Continue conversation" until its end is in view. */
async function timeOpening(count: number): Promise<number> {
	await openWith(count);
	const last = `Message ${count - 1}\nwith\nlines`;
	const times: number[] = [];
	for (let index = 0; index < REPETITIONS; index += 1) {
		await press('Back');
		const resume = await until(() => findNamed('button', 'Continue conversation'));
		await frames(3);
		const start = performance.now();
		resume.click();
		await until(() => bubble(last)?.checkVisibility({ visibilityProperty: true }) && isAtEnd());
		times.push(performance.now() - start);
	}
	chat.close();
	return median(times);
}

/** Milliseconds between two frames while the reader scrolls towards older messages. */
async function timeScrolling(count: number): Promise<number> {
	await openWith(count);
	const times: number[] = [];
	let most = 0;
	let before = performance.now();
	for (let index = 0; index < 120; index += 1) {
		await frames();
		times.push(performance.now() - before);
		before = performance.now();
		log().scrollTop -= 150;
		most = Math.max(most, document.querySelectorAll('[data-state]').length);
	}
	assert.ok(most > 5 && most <= DRAWN_MAX, `${most} of ${count} are drawn`);
	assert.ok(log().scrollTop > 0, 'the reader came to the beginning');
	chat.close();
	return median(times);
}

/** Resolves in the moment in which the text is in the page, without waiting for a frame. */
function drawn(text: string): Promise<void> {
	return new Promise((resolve) => {
		if (bubble(text)) return resolve();
		const observer = new MutationObserver(() => {
			if (!bubble(text)) return;
			observer.disconnect();
			resolve();
		});
		observer.observe(log(), { childList: true, subtree: true, characterData: true });
	});
}

function median(values: readonly number[]): number {
	return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
