/** The chat in a real browser, with a conversation whose history the test writes. */
import type { ConversationStatus, Message, PushMessage } from '#protocol/entities/entities.ts';
import { MESSAGES_AFTER, MESSAGES_PER_PAGE } from '#protocol/base/limits.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { startFakeServer } from '../desk/fakeServer.ts';
import { findNamed, until } from '../desk/page.ts';
import { choose, key, press } from '../support/browser/input.ts';
import { ADA } from './ada.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const FIRST_ID = 901;
const NOW = Math.floor(Date.now() / 1000);

// One for all tests, since the socket library remembers the WebSocket that it found when it loaded.
export const server = startFakeServer();

export class Conversation {
	status: ConversationStatus = 'open';
	readonly messages: Message[] = [];
	/** Bodies of the messages that the visitor sent, in order. */
	readonly sent: Record<string, unknown>[] = [];
	/**
	 * Messages per page; more than the real server's where a test needs a long conversation at
	 * once.
	 */
	pageSize = MESSAGES_PER_PAGE;
	/** Older pages are answered when this resolves. */
	olderAllowed: Promise<void> | undefined;
	/** Query of the frame's address: with an origin there is a host. */
	query: Record<string, string> = {};
	#widget: Widget | undefined;

	constructor() {
		localStorage.clear();
		location.hash = '';
		server.calls.length = 0;
		server.answer(`GET ${API}/inbox_members`, () => ({ payload: [] }));
		server.answer(`GET ${API}/conversations`, () =>
			this.messages.length > 0
				? { id: 43, inbox_id: 3, contact_last_seen_at: NOW + 1_000_000, status: this.status }
				: {},
		);
		server.answer(`GET ${API}/messages`, async ({ query }) => {
			if (query.has('before')) await this.olderAllowed;
			return { payload: this.#page(query) };
		});
		server.answer(`POST ${API}/messages`, ({ body }) => {
			const written = body['message'] as { content: string; echo_id: string; reply_to?: number };
			this.sent.push(written);
			const { content, echo_id, reply_to = null } = written;
			return this.add(content, { message_type: 0, echo_id, content_attributes: { in_reply_to: reply_to } });
		});
		for (const action of ['toggle_typing', 'update_last_seen']) {
			server.answer(`POST ${API}/conversations/${action}`, () => null);
		}
	}

	get store(): Widget['store'] {
		if (!this.#widget) throw new Error('The chat is not open');
		return this.#widget.store;
	}

	/** Adds a message to the history, of Ada unless `changes` say otherwise. */
	add(content: string, changes: Partial<Message> = {}): Message {
		const id = FIRST_ID + this.messages.length;
		const isOwn = changes.message_type === 0;
		const message: Message = {
			id,
			content,
			message_type: 1,
			content_type: 'text',
			content_attributes: {},
			created_at: NOW - 20_000 + this.messages.length,
			conversation_id: 43,
			...(isOwn ? {} : { sender: ADA, sender_type: 'User' }),
			...changes,
		};
		this.messages.push(message);
		return message;
	}

	/** Adds messages called "Message 0" and so on, with three lines each. */
	addMany(count: number): void {
		for (let index = 0; index < count; index += 1) this.add(`Message ${index}\nwith\nlines`);
	}

	/** Pushes a message while the chat is open. */
	say(content: string, changes: Partial<Message> = {}): Message {
		const message = this.add(content, changes);
		server.push('message.created', message as PushMessage);
		return message;
	}

	change(message: Message, changes: Partial<Message>): void {
		Object.assign(message, changes);
		server.push('message.updated', message as PushMessage);
	}

	/**
	 * Opens the chat as a returning visitor, to whom events are pushed; resolves with the field
	 * once it has the focus.
	 */
	async open(page: Parameters<typeof makePage>[0] = {}, name = 'Type your message'): Promise<HTMLTextAreaElement> {
		const container = document.createElement('div');
		container.id = 'app';
		document.body.append(container);
		this.#widget = boot(makePage({ session: SESSION, ...page }), new URLSearchParams(this.query), container);
		const field = await until(() => {
			const found = findNamed<HTMLTextAreaElement>('textarea', name);
			return document.activeElement === found && found;
		});
		await until(() => this.messages.length === 0 || document.querySelector('[role=log]'));
		await until(() => this.#widget?.store.get(connectionAtom) === 'connected');
		return field;
	}

	close(): void {
		this.#widget?.stop();
		document.getElementById('app')?.remove();
	}

	#page(query: URLSearchParams): Message[] {
		const [before, after] = [query.get('before'), query.get('after')];
		const older = before === null ? this.messages : this.messages.filter(({ id }) => id < Number(before));
		if (after === null) return older.slice(-this.pageSize);
		if (before !== null) return older.filter(({ id }) => id >= Number(after));
		return older.filter(({ id }) => id > Number(after)).slice(0, MESSAGES_AFTER);
	}
}

export function log(): HTMLElement {
	const found = document.querySelector<HTMLElement>('[role=log]');
	if (!found) throw new Error('There is no conversation.');
	return found;
}

/** The header's button for all actions, which is there once there are messages. */
export function moreButton(): HTMLElement | undefined {
	return findNamed('header button', 'More options');
}

const HEADER = { selector: 'header' };

/** Chooses an action of the header's menu. */
export function chooseInMenu(name: string): Promise<void> {
	return choose({ name: 'More options', within: HEADER }, { role: 'menuitem', name });
}

/** Whether the header's menu offers an action; the menu is closed afterwards. */
export async function isInMenu(name: string): Promise<boolean> {
	await press({ name: 'More options', within: HEADER });
	await until(() => findNamed('header li button', 'Download the conversation as text'));
	const isThere = findNamed('header li button', name) !== undefined;
	await key('Escape');
	await until(() => !document.querySelector('header li button'));
	return isThere;
}

/** The element of the message with that text. */
export function bubble(text: string): HTMLElement | undefined {
	const items = [...document.querySelectorAll<HTMLElement>('[data-state]')];
	return items.find((item) => [...item.querySelectorAll('p')].some(({ textContent }) => textContent === text));
}

export function isAtEnd(): boolean {
	const { scrollHeight, scrollTop, clientHeight } = log();
	return scrollHeight > clientHeight && scrollHeight - scrollTop - clientHeight < 2;
}

/** Resolves when everything drawn has been measured, and no longer moves. */
export async function rest(): Promise<void> {
	let before: string;
	do {
		before = `${log().scrollTop} ${log().scrollHeight}`;
		await frames(3);
	} while (before !== `${log().scrollTop} ${log().scrollHeight}`);
}

export function frames(count = 1): Promise<unknown> {
	return count === 0 ? Promise.resolve() : new Promise(requestAnimationFrame).then(() => frames(count - 1));
}
