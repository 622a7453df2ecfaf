/** What the bot does by the application API (docs/application-api.md). */
import { setTimeout as pause } from 'node:timers/promises';
import { CHAT_URL, BOT_TOKEN } from './environment.ts';

/** Of what is told, the part that this bot reads. */
export interface Told {
	event: string;
	id: number;
	account: { id: number };
	content: string | null;
	content_type: string;
	message_type: string;
	/** Whether it is a note, which only the team sees. */
	private: boolean;
	content_attributes: { submitted_values?: { name?: string; value: string }[] | object | null };
	conversation: { id: number; status: string };
	sender?: { type?: string } | null;
	/** Aborted when a person takes the conversation over. */
	stop: AbortSignal;
}

export interface Reply {
	content: string;
	content_type?: string;
	content_attributes?: object;
}

/**
 * Pieces are collected for so long, in milliseconds: the chat takes ten a second of one message.
 */
const PIECE_PAUSE = 100;
const ATTEMPTS = 3;

/** At most once to the same message: the chat stores one message per echo id. */
export async function say(told: Told, reply: Reply, purpose = 'reply'): Promise<void> {
	await call(told, 'messages', { ...reply, echo_id: `${purpose}-to-${told.id}` });
}

export async function handOver(told: Told, words = 'A person will be with you in a moment.'): Promise<void> {
	await say(told, { content: words }, 'hand-over');
	await call(told, 'toggle_status', { status: 'open' });
}

/**
 * Writes one message while its text comes. A text without words writes none. Throws what the text
 * throws, once what there was of it is written.
 */
export async function sayAsItComes(told: Told, text: AsyncIterable<string>): Promise<void> {
	let written: { path: string; position: number } | undefined;
	let waiting = '';
	let isOver = false;
	const reading = (async () => {
		for await (const piece of text) waiting += piece;
	})().finally(() => (isOver = true));
	// It is thrown below.
	reading.catch(() => undefined);
	const write = async () => {
		const content = waiting;
		waiting = '';
		if (written) {
			const { position } = written;
			written.position = (await call(told, `${written.path}/append`, { content, position }))['position'] as number;
		} else {
			const message = { content, content_attributes: { streaming: true }, echo_id: `answer-to-${told.id}` };
			const { id } = await call(told, 'messages', message);
			written = { path: `messages/${String(id)}`, position: content.length };
		}
	};
	for (let wasOver = false; !wasOver && !told.stop.aborted;) {
		wasOver = isOver;
		if (written ? waiting !== '' : waiting.trim() !== '') await write();
		if (!isOver) await pause(PIECE_PAUSE);
	}
	// Also where a person has taken over: what is there is all that comes.
	if (written) await send(told, `${written.path}/finish`, {});
	await reading;
	told.stop.throwIfAborted();
}

/** Throws once a person has the conversation: the bot is silent then. */
async function call(told: Told, action: string, body: object): Promise<Record<string, unknown>> {
	told.stop.throwIfAborted();
	return send(told, action, body);
}

/**
 * A call may be made again: the chat knows messages by their echo id, and pieces by their position.
 */
async function send(told: Told, action: string, body: object, attempt = 1): Promise<Record<string, unknown>> {
	const path = `/api/v1/accounts/${told.account.id}/conversations/${told.conversation.id}/${action}`;
	try {
		const response = await fetch(new URL(path, CHAT_URL), {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', api_access_token: BOT_TOKEN },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(10_000),
		});
		const text = await response.text();
		if (response.status >= 500) throw new Error(`The chat answered ${response.status}: ${text}`);
		if (!response.ok) throw new RefusedCall(`The chat answered ${response.status}: ${text}`);
		return text ? (JSON.parse(text) as Record<string, unknown>) : {};
	} catch (error) {
		if (attempt >= ATTEMPTS || error instanceof RefusedCall) throw error;
		await pause(attempt * 500);
		return send(told, action, body, attempt + 1);
	}
}

class RefusedCall extends Error {}
