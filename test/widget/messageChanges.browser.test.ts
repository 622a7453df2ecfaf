/** What visitors change of messages. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { MESSAGE_CHANGE_PERIOD } from '#protocol/base/limits.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { bubble, Conversation, log, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const PAGE = { channel: { ...makePage().channel, allowMessageChanges: true as const } };
const SECOND = 1_000;

let chat: Conversation;

beforeEach(() => (chat = new Conversation()));
afterEach(() => chat.close());
after(() => server.stop());

/** Adds a message of the visitor's own, which is so many milliseconds old. */
function addOwn(content: string, age = 0): Message {
	return chat.add(content, { message_type: 0, created_at: (Date.now() - age) / 1000 });
}

/** The button for what can be changed of the message. */
function moreOf(text: string): HTMLElement | undefined {
	return bubble(text)?.querySelector<HTMLElement>('[aria-label="More options"]') ?? undefined;
}

async function chooseOf(text: string, action: string): Promise<void> {
	const more = await until(() => moreOf(text));
	await choose(more, { role: 'menuitem', name: action });
}

function deletionsOf({ id }: Message): number {
	return server.calls.filter((call) => call === `DELETE ${API}/messages/${id}`).length;
}

function letDelete(message: Message): void {
	server.answer(`DELETE ${API}/messages/${message.id}`, () => ({
		...message,
		content: 'This message was deleted',
		content_attributes: { deleted: true, deleted_by: 'contact' },
	}));
}

test('a visitor deletes their own message after a question, and the focus stays in the conversation', async () => {
	chat.add('Good morning');
	const message = addOwn('Never mind');
	// The menu stands over what follows.
	for (const text of ['Take your time', 'We are here']) chat.add(text, { created_at: Date.now() / 1000 });
	letDelete(message);
	await chat.open(PAGE);
	await chooseOf('Never mind', 'Delete');
	await until(() => hasText('Delete this message?'));
	await until(() => document.activeElement?.textContent === 'Cancel');
	assert.equal(deletionsOf(message), 0);
	await press({ name: 'Delete', within: { role: 'alertdialog' } });
	await until(() => !bubble('Never mind'));
	assert.equal(deletionsOf(message), 1);
	assert.ok(log().contains(document.activeElement));
});

test('Escape and the button decline the question, and return to the message', async () => {
	const message = addOwn('Keep me');
	await chat.open(PAGE);
	for (const decline of [() => key('Escape'), () => press({ name: 'Cancel', within: { role: 'alertdialog' } })]) {
		await chooseOf('Keep me', 'Delete');
		await until(() => hasText('Delete this message?'));
		await decline();
		await until(() => !hasText('Delete this message?'));
		await until(() => document.activeElement === moreOf('Keep me'));
	}
	assert.equal(deletionsOf(message), 0);
});

test('what is refused or fails says so, and the message stays', async () => {
	const message = addOwn('Too late');
	await chat.open(PAGE);
	for (const [status, says] of [
		[422, 'This message can no longer be changed'],
		[500, 'There was an error, please try again'],
	] as const) {
		server.answer(`DELETE ${API}/messages/${message.id}`, () => new Response('{}', { status }));
		await chooseOf('Too late', 'Delete');
		await press({ name: 'Delete', within: { role: 'alertdialog' } });
		await until(() => hasText(says));
		assert.ok(bubble('Too late'));
	}
});

test('after two minutes nothing is offered, nor of what others have written', async () => {
	addOwn('Just gone', MESSAGE_CHANGE_PERIOD + SECOND);
	addOwn('Going', MESSAGE_CHANGE_PERIOD - 4 * SECOND);
	chat.add('An answer', { created_at: Date.now() / 1000 });
	addOwn('Just sent');
	await chat.open(PAGE);
	await until(() => moreOf('Just sent'));
	await until(() => moreOf('Going'));
	assert.equal(moreOf('Just gone'), undefined);
	await until(() => !moreOf('Going'));
	assert.ok(moreOf('Just sent'));
});

test('a website that does not let visitors change messages offers nothing', async () => {
	addOwn('Just sent');
	await chat.open();
	await until(() => bubble('Just sent'));
	await until(() => findNamed('[role=log] button', 'Reply'));
	assert.equal(moreOf('Just sent'), undefined);
});

/** Answers reactions to the message, and remembers them. */
function takeReactions(message: Message): unknown[] {
	const taken: unknown[] = [];
	server.answer(`PATCH ${API}/messages/${message.id}/reaction`, ({ body }) => {
		const { reaction } = body;
		taken.push(reaction);
		message.content_attributes = reaction === null ? {} : { reaction };
		return message;
	});
	return taken;
}

const reactTo = (text: string) =>
	press({ name: 'Add a reaction', within: { selector: `[data-key="${keyOf(text)}"]` } });
const keyOf = (text: string) => bubble(text)?.dataset['key'];
const shownAt = (text: string) => bubble(text)?.querySelector('[aria-label^="Reaction: "]')?.textContent;
const focused = () => document.activeElement?.textContent;

test('a visitor reacts to a message of the team, changes the reaction, and takes it back', async () => {
	const message = chat.add('Shall I send it?');
	const taken = takeReactions(message);
	await chat.open();
	await until(() => bubble('Shall I send it?'));
	await reactTo('Shall I send it?');
	await until(() => focused() === '👍');
	await key('Tab', 'Enter');
	await until(() => shownAt('Shall I send it?') === '❤️');
	assert.equal(document.activeElement?.getAttribute('aria-label'), 'Add a reaction');
	await press('Reaction: ❤️');
	await until(() => focused() === '❤️' && document.activeElement?.ariaPressed === 'true');
	await press({ role: 'button', name: '🙏' });
	await until(() => shownAt('Shall I send it?') === '🙏');
	await press('Reaction: 🙏');
	await press({ role: 'button', name: '🙏' });
	await until(() => shownAt('Shall I send it?') === undefined);
	assert.deepEqual(taken, ['❤️', '🙏', null]);
});

test('Escape closes the choice of reactions and nothing else, and a failure says so', async () => {
	const message = chat.add('Hello');
	await chat.open();
	await until(() => bubble('Hello'));
	await reactTo('Hello');
	await until(() => focused() === '👍');
	await key('Escape');
	await until(() => !findNamed('[role=log] button', '😮'));
	assert.equal(document.activeElement?.getAttribute('aria-label'), 'Add a reaction');
	server.answer(`PATCH ${API}/messages/${message.id}/reaction`, () => new Response('{}', { status: 500 }));
	await reactTo('Hello');
	await press({ role: 'button', name: '😮' });
	await until(() => hasText('There was an error, please try again'));
	assert.equal(shownAt('Hello'), undefined);
});

test('a reaction from another window shows at once, and none is offered to automatic and own messages', async () => {
	const message = chat.add('Hello');
	addOwn('Mine', MESSAGE_CHANGE_PERIOD * 2);
	chat.add('We are away', { message_type: 3 });
	await chat.open();
	await until(() => bubble('We are away'));
	chat.change(message, { content_attributes: { reaction: '😂' } });
	await until(() => shownAt('Hello') === '😂');
	const offered = (text: string) => bubble(text)?.querySelector('[aria-label="Add a reaction"]') ?? undefined;
	assert.deepEqual([offered('Mine'), offered('We are away')], [undefined, undefined]);
	assert.ok(offered('Hello'));
});

const editing = () => findNamed<HTMLTextAreaElement>('[role=log] textarea', 'Edit message');

test('a visitor edits their own message in place; the draft stays, and the message is marked', async () => {
	const message = addOwn('Blue or gren?');
	const edited: unknown[] = [];
	server.answer(`PATCH ${API}/messages/${message.id}/content`, ({ body }) => {
		edited.push(body['content']);
		return { ...message, content: body['content'], content_attributes: { edited_at: 1 } };
	});
	const field = await chat.open(PAGE);
	await fill(field, 'And also');
	await chooseOf('Blue or gren?', 'Edit');
	const text = await until(editing);
	await until(() => document.activeElement === text);
	assert.equal(text.value, 'Blue or gren?');
	await fill(text, 'Blue or green?');
	await key('Enter');
	await until(() => bubble('Blue or green?'));
	await until(() => bubble('Edited'));
	assert.deepEqual(edited, ['Blue or green?']);
	assert.equal(field.value, 'And also');
	assert.equal(editing(), undefined);
});

test('an edit that fails or is refused keeps what was typed, and Escape leaves the message as it was', async () => {
	const message = addOwn('Blue');
	await chat.open(PAGE);
	await chooseOf('Blue', 'Edit');
	const text = await until(editing);
	await fill(text, 'Green');
	for (const [status, says] of [
		[500, 'There was an error, please try again'],
		[422, 'This message can no longer be changed'],
	] as const) {
		server.answer(`PATCH ${API}/messages/${message.id}/content`, () => new Response('{}', { status }));
		await press('Save');
		await until(() => hasText(says));
		assert.equal(editing()?.value, 'Green');
	}
	await press(text);
	await key('Escape');
	await until(() => bubble('Blue'));
	assert.equal(editing(), undefined);
	assert.ok(log().contains(document.activeElement));
});
