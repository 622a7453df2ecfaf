/** What this agent has written and the server does not have yet. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { UPLOAD_TIMEOUT } from '#protocol/limits.ts';
import { randomId } from '#client/randomId.ts';
import { RequestError } from '#client/rest.ts';
import { withFile, type UploadOptions } from '#client/upload.ts';
import { account, call, isAborted } from '../session/api.ts';
import { store } from '../common/store.ts';
import { refusalOf, type FileRefusal } from './fileRefusal.ts';
import { knownThreadsAtom, receiveMessages } from './thread.ts';

export interface OutgoingMessage {
	/** Names the message on every attempt, so that the server stores it once. */
	echoId: string;
	conversationId: number;
	/** '' for a file alone. */
	content: string;
	file?: File | undefined;
	/** How much of the file has gone up, from 0 to 1. */
	share: number;
	/** Why the server does not take the file: nobody needs to try again. */
	refusal?: FileRefusal | undefined;
	isPrivate: boolean;
	/** Seconds since the epoch, by this browser's clock. */
	createdAt: number;
	state: 'sending' | 'failed';
}

const outgoingAtom = atom<readonly OutgoingMessage[]>([]);

/** What still waits: an attempt whose answer was lost is over as soon as its message arrives another way. */
export const waitingMessagesAtom = atom((get) => {
	const threads = get(knownThreadsAtom);
	return get(outgoingAtom).filter(
		({ conversationId, echoId }) =>
			!threads.get(conversationId)?.messages.some((message) => message.echo_id === echoId),
	);
});

export interface Said extends Pick<OutgoingMessage, 'content' | 'isPrivate'> {
	files: readonly File[];
}

/**
 * Writes to the visitor, or a note that only the team sees. Each file is a message of its own; the first has the text. They go one
 * after the other, so that they arrive in their order.
 */
export async function sendMessage(conversationId: number, { content, isPrivate, files }: Said): Promise<void> {
	const createdAt = Math.floor(Date.now() / 1000);
	const parts: Pick<OutgoingMessage, 'content' | 'file'>[] =
		files.length > 0 ? files.map((file, index) => ({ content: index === 0 ? content : '', file })) : [{ content }];
	const messages = parts.map((part): OutgoingMessage => ({
		...part,
		echoId: randomId(),
		conversationId,
		isPrivate,
		createdAt,
		share: 0,
		state: 'sending',
	}));
	for (const message of messages) replace(message.echoId, message);
	for (const message of messages) await attempt(message);
}

/** Ends an upload, or does without a file that failed. */
export function dropMessage(echoId: string): void {
	uploads.get(echoId)?.abort();
	replace(echoId, undefined);
}

const uploads = new Map<string, AbortController>();

/** Sends a failed message again, under the same name. */
export async function resendMessage(echoId: string): Promise<void> {
	const failed = store.get(outgoingAtom).find((message) => message.echoId === echoId);
	if (failed?.state !== 'failed') return;
	const again: OutgoingMessage = { ...failed, share: 0, state: 'sending' };
	replace(echoId, again);
	await attempt(again);
}

/** Forgets everything, when the agent signs out. */
export function forgetOutgoing(): void {
	for (const upload of uploads.values()) upload.abort();
	store.set(outgoingAtom, []);
}

async function attempt(message: OutgoingMessage): Promise<void> {
	const { echoId, conversationId, content, isPrivate, file } = message;
	// Its turn may come after the agent did without it.
	if (!isKept(echoId)) return;
	try {
		const stored = await call(
			applicationRoutes.createMessage,
			{ params: { ...account(), id: conversationId }, body: { content, private: isPrivate, echo_id: echoId } },
			file && { send: withFile('attachments[]', file, followUpload(message)) },
		);
		if (!isKept(echoId)) return;
		store.set(receiveMessages, conversationId, [stored]);
		replace(echoId, undefined);
	} catch (error) {
		if (!isKept(echoId) || isAborted(error)) return;
		// It stays, says so, and offers to be sent again.
		const refusal = error instanceof RequestError ? refusalOf(error.body) : undefined;
		update({ ...message, state: 'failed', refusal });
	} finally {
		uploads.delete(echoId);
	}
}

/** The agent may have dropped it, or signed out, meanwhile. */
function isKept(echoId: string): boolean {
	return store.get(outgoingAtom).some((message) => message.echoId === echoId);
}

function followUpload(message: OutgoingMessage): UploadOptions {
	const controller = new AbortController();
	uploads.set(message.echoId, controller);
	return {
		signal: controller.signal,
		timeout: UPLOAD_TIMEOUT,
		onProgress: (share) => update({ ...message, share }),
	};
}

/** In its place: one that goes on does not change the order. */
function update(message: OutgoingMessage): void {
	store.set(
		outgoingAtom,
		store.get(outgoingAtom).map((known) => (known.echoId === message.echoId ? message : known)),
	);
}

function replace(echoId: string, message: OutgoingMessage | undefined): void {
	const others = store.get(outgoingAtom).filter((known) => known.echoId !== echoId);
	store.set(outgoingAtom, message ? [...others, message] : others);
}
