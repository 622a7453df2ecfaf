/**
 * Sends what is in the outbox, each message with the same echo id until the server has it. Texts go strictly in order, and so
 * do files; a file waits for the texts written before it, but no text waits for a long upload. While the network is lost
 * it keeps trying, and one that comes too soon waits as long as the server says; other answers that fail count, and in the end
 * the message stays as failed.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ValidationErrorBody } from '#protocol/errors.ts';
import { HELD_BACK, HELD_BACK_MAX, MESSAGE_MAX, SEND_ATTEMPTS, SEND_TIMEOUT } from '#protocol/limits.ts';
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import { loadChunk } from '#client/chunk.ts';
import { withLock } from '#client/lock.ts';
import { randomId } from '#client/randomId.ts';
import { RequestError } from '#client/rest.ts';
import { requestPause } from '#client/retry.ts';
import { createRetryLoop } from '#client/retryLoop.ts';
import type { OutboxEntry, SendFailure } from '#models/outboxEntry.ts';
import type { FileFacts } from '#models/fileFacts.ts';
import { hasPicksAtom, takePicks } from '../attachments/picks.ts';
import { abortStrayUploads, abortUploads, FileGoneError } from '../attachments/uploads.ts';
import { channelAtom } from '../channel/channel.ts';
import { stopTyping } from '../conversation/typing.ts';
import { hostAtom } from '../host/host.ts';
import { endReply, replyToAtom } from '../replies/replies.ts';
import { visitAtom } from '../session/session.ts';
import { draftAtom, writeDraft } from '../messages/draft.ts';
import { newestIdAtom, receiveSent } from '../messages/messages.ts';
import { addToOutbox, outboxAtom, readOutbox, updateOutbox } from '../messages/outbox.ts';
import { postMessage } from '../messages/postMessage.ts';

/** There is something to send, and nothing in it is too long. */
export const canSendAtom = atom((get) => {
	const draft = get(draftAtom);
	return draft.length <= MESSAGE_MAX && (draft.trim() !== '' || get(hasPicksAtom));
});

/**
 * Shows what was typed and chosen as messages at once, the text first, and sends them. Blank text is not a message, and
 * text beyond MESSAGE_MAX is refused; both stay where they are.
 */
export const sendDraft = atom(null, (get, set) => {
	if (!get(canSendAtom)) return;
	const content = get(draftAtom);
	const picks = set(takePicks);
	const echoId = randomId();
	if (content.trim() !== '') {
		set(writeDraft, '');
		set(write, { content, echoId });
	}
	for (const { id, file } of picks) set(write, { content: '', echoId: id, file });
	void set(sendOutbox);
	set(sendAhead, echoId);
	set(stopTyping);
});

/** Sends a file that is in the file store under `echoId` already, such as a voice message. */
export const sendFileNow = atom(null, (_get, set, echoId: string, file: FileFacts) => {
	set(write, { content: '', echoId, file });
	void set(sendOutbox);
});

/** Sends a text as it is, beside what the visitor is writing. What is in the outbox under `echoId` already stays. */
export const sendTextNow = atom(null, (get, set, content: string, echoId: string) => {
	const isKnown = get(outboxAtom).some((entry) => entry.echoId === echoId);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	if (!isKnown) set(addToOutbox, { ...page, content, echoId });
	void set(sendOutbox);
});

/** Sends a failed message again, in its place. */
export const retryMessage = atom(null, (_get, set, echoId: string) => {
	set(updateOutbox, echoId, { state: 'in_progress', failures: 0, failure: undefined });
	void set(sendOutbox);
});

/** The first message that is written answers what the visitor is replying to. */
const write = atom(null, (get, set, written: Pick<OutboxEntry, 'content'> & Partial<OutboxEntry>) => {
	const replyTo = get(replyToAtom);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	set(addToOutbox, { ...page, ...written, ...(replyTo !== undefined && { replyTo }) });
	set(endReply);
});

type Lane = 'outbox' | 'uploads';
/** A number is the milliseconds for which nothing is to be sent. */
type Outcome = 'go on' | 'pause' | 'done' | number;

const texts = createRetryLoop(async (get, set) => {
	const isDone = await sendAll(get, set, 'outbox');
	// Files may have waited for them.
	void set(files.run);
	return isDone;
});

const files = createRetryLoop((get, set) => sendAll(get, set, 'uploads'));

/** Sends all there is, now rather than after the rest of a pause. Never rejects. */
export const sendOutbox = atom(null, async (_get, set) => {
	set(abortStrayUploads);
	await Promise.all([set(texts.run), set(files.run)]);
});

export const stopSending = atom(null, (_get, set) => {
	set(texts.stop);
	set(files.stop);
	set(abortUploads);
});

async function sendAll(get: Getter, set: Setter, lane: Lane): Promise<boolean | number> {
	let outcome: Outcome;
	do outcome = await sendFirst(get, set, lane);
	while (outcome === 'go on');
	return typeof outcome === 'number' ? outcome : outcome === 'done';
}

/** One attempt for the first waiting message of any tab. */
function sendFirst(get: Getter, set: Setter, lane: Lane): Promise<Outcome> {
	return withLock(
		`${lane}:${get(channelAtom).websiteToken}`,
		() => (lane === 'outbox' && set(takeAttemptAhead)) || attempt(get, set, lane),
	);
}

/** The attempt that was made ahead of this tab's turn; the turn is over when it is. */
const aheadAtom = atom<Promise<Outcome>>();

const takeAttemptAhead = atom(null, (get, set) => {
	const ahead = get(aheadAtom);
	set(aheadAtom, undefined);
	return ahead;
});

/**
 * Sends a text that was written in this very task without waiting for this tab's turn, unless there are others before it: no
 * other tab has learnt of it yet, and each that does waits for the turn that has been asked for.
 */
const sendAhead = atom(null, (get, set, echoId: string) => {
	const first = findFirst(get(outboxAtom), 'outbox');
	// Where turns are not taken it is on its way already.
	if (first?.echoId === echoId && !first.isAttempted) set(aheadAtom, attempt(get, set, 'outbox'));
});

async function attempt(get: Getter, set: Setter, lane: Lane): Promise<Outcome> {
	set(readOutbox);
	const entry = findFirst(get(outboxAtom), lane);
	if (!entry) return 'done';
	const wait = remainingWait(entry);
	if (wait > 0) return wait;
	set(updateOutbox, entry.echoId, { isAttempted: true, heldBackTill: undefined });
	try {
		await send(get, set, entry);
		return 'go on';
	} catch (error) {
		return judge(get, set, entry, error);
	}
}

/** Milliseconds; 0 too where a clock that has been set back would make it long. */
function remainingWait({ heldBackTill = 0 }: OutboxEntry): number {
	const wait = heldBackTill - Date.now();
	return wait <= HELD_BACK_MAX ? Math.max(0, wait) : 0;
}

function findFirst(entries: readonly OutboxEntry[], lane: Lane): OutboxEntry | undefined {
	const waiting = entries.filter(({ state }) => state === 'in_progress');
	const text = waiting.find(({ file }) => !file);
	if (lane === 'outbox') return text;
	return waiting.find(({ file, queuedAt }) => file && !(text && text.queuedAt < queuedAt));
}

async function send(get: Getter, set: Setter, entry: OutboxEntry) {
	const { echoId, content, queuedAt, referrerUrl, replyTo } = entry;
	const visit = get(visitAtom);
	const message = {
		...(content !== '' && { content }),
		echo_id: echoId,
		timestamp: new Date(queuedAt).toString(),
		referer_url: referrerUrl || null,
		...(replyTo !== undefined && { reply_to: replyTo }),
	};
	const stored = await (entry.file ? sendFile(get, set, message, entry) : sendText(get, set, message));
	set(receiveSent, { ...stored, echo_id: echoId }, visit);
}

function sendText(get: Getter, set: Setter, message: NewMessage) {
	return postMessage(get, set, message, { timeout: SEND_TIMEOUT });
}

/** What files need is loaded with the first of them. */
async function sendFile(get: Getter, set: Setter, message: NewMessage, { echoId }: OutboxEntry) {
	const { uploadMessage } = await loadChunk(() => import('../attachments/uploadMessage.ts'));
	return uploadMessage(get, set, message, echoId);
}

/** A lost network says nothing about the message; an overloaded server may take it later; a refusal is final. */
function judge(get: Getter, set: Setter, entry: OutboxEntry, error: unknown): Outcome {
	// The visitor cancelled it, perhaps in another tab.
	if (!get(outboxAtom).some(({ echoId }) => echoId === entry.echoId)) return 'go on';
	const failure = reasonOf(error);
	const status = error instanceof RequestError ? error.status : undefined;
	if (status === undefined && failure === undefined) return 'pause';
	if (status === 429) {
		const { retryAfter = HELD_BACK } = error as RequestError;
		const wait = Math.min(Math.max(retryAfter, requestPause(0)), HELD_BACK_MAX);
		set(updateOutbox, entry.echoId, { heldBackTill: Date.now() + wait });
		return wait;
	}
	const failures = entry.failures + 1;
	const isFinal = failure !== undefined || isRefusal(status ?? 0) || failures >= SEND_ATTEMPTS;
	set(updateOutbox, entry.echoId, { failures, failure, state: isFinal ? 'failed' : 'in_progress' });
	return isFinal ? 'go on' : 'pause';
}

/** Why a file is not taken, by the words of the server's refusal. */
function reasonOf(error: unknown): SendFailure | undefined {
	if (error instanceof FileGoneError) return 'GONE';
	if (!(error instanceof RequestError)) return undefined;
	if (error.status === 413) return 'TOO_BIG';
	const { message = '' } = (error.body ?? {}) as Partial<ValidationErrorBody>;
	if (/file size is too big/i.test(message)) return 'TOO_BIG';
	return /file type not supported/i.test(message) ? 'TYPE_NOT_SUPPORTED' : undefined;
}

function isRefusal(status: number): boolean {
	return status < 500 && status !== 408;
}
