/**
 * Sends the outbox's messages, repeating each with the same echo id until the server has it. Texts
 * are sent strictly in order, and so are files; a file waits for the texts written before it, but
 * no text waits for a long upload. While there is no network it keeps trying; after a rate limit's
 * refusal it waits as long as the server says. Other errors count, and after too many the message
 * is marked as failed.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ValidationErrorBody } from '#protocol/base/errors.ts';
import { withLock } from '#client/lock.ts';
import { RequestError } from '#client/rest.ts';
import { requestPause } from '#client/retry.ts';
import { createRetryLoop } from '#client/retryLoop.ts';
import { outboxAtom, outboxOwnerAtom, readOutbox, updateOutbox } from './outbox.ts';
import type { OutboxEntry, SendFailure } from './outboxEntry.ts';
import { abortStrayUploads, abortUploads, FileGoneError } from './uploads.ts';

/**
 * After a rate limit's refusal a message waits for as long as the server says: where it does not
 * say, for this long.
 */
const HELD_BACK = 30_000;

/** Whatever the server says: at most a day. */
const HELD_BACK_MAX = 24 * 60 * 60_000;

/**
 * After this many refusals or server errors a message is shown as failed. Attempts without an
 * answer do not count.
 */
const SEND_ATTEMPTS = 3;

/** Sends a failed message again, in its place. */
export const retryMessage = atom(null, (_get, set, echoId: string) => {
	set(updateOutbox, echoId, { state: 'in_progress', failures: 0, failure: undefined });
	void set(sendOutbox);
});

type Lane = 'outbox' | 'uploads';
/** What to do after an attempt; a number is the milliseconds for which nothing may be sent. */
type Outcome = 'go on' | 'pause' | 'done' | number;

const texts = createRetryLoop(async (get, set) => {
	const isDone = await sendAll(get, set, 'outbox');
	// Files may have waited for these texts.
	void set(files.run);
	return isDone;
});

const files = createRetryLoop((get, set) => sendAll(get, set, 'uploads'));

/** Sends all messages now, without waiting for the rest of a pause. Never rejects. */
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

/** Attempts to send the first message that waits, whichever tab wrote it. */
function sendFirst(get: Getter, set: Setter, lane: Lane): Promise<Outcome> {
	return withLock(
		`${lane}:${get(outboxOwnerAtom)?.name}`,
		() => (lane === 'outbox' && set(takeImmediateAttempt)) || attempt(get, set, lane),
	);
}

/** The attempt that was made before this tab's turn began; the turn ends with it. */
const immediateAttemptAtom = atom<Promise<Outcome>>();

const takeImmediateAttempt = atom(null, (get, set) => {
	const ahead = get(immediateAttemptAtom);
	set(immediateAttemptAtom, undefined);
	return ahead;
});

/**
 * Sends a text that was written in this task without waiting for this tab's turn, unless other
 * messages are before it. No other tab knows of the text yet, and a tab that reads it later waits
 * for its turn, which comes after ours.
 */
export const sendImmediately = atom(null, (get, set, echoId: string) => {
	const first = findFirst(get(outboxAtom), 'outbox');
	// Where the browser denies locks, turns begin at once, and the message is already on its way.
	if (first?.echoId === echoId && !first.isAttempted) set(immediateAttemptAtom, attempt(get, set, 'outbox'));
});

async function attempt(get: Getter, set: Setter, lane: Lane): Promise<Outcome> {
	set(readOutbox);
	const owner = get(outboxOwnerAtom);
	const entry = findFirst(get(outboxAtom), lane);
	if (!owner || !entry) return 'done';
	const wait = remainingWait(entry);
	if (wait > 0) return wait;
	set(updateOutbox, entry.echoId, { isAttempted: true, heldBackTill: undefined });
	try {
		await owner.send(get, set, entry);
		return 'go on';
	} catch (error) {
		return handleFailure(get, set, entry, error);
	}
}

/**
 * Milliseconds to wait; also 0 where the wait is implausibly long because the clock has been set
 * back.
 */
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

/**
 * Decides what follows from an error: a lost network says nothing about the message, an overloaded
 * server may take it later, and a refusal is final.
 */
function handleFailure(get: Getter, set: Setter, entry: OutboxEntry, error: unknown): Outcome {
	// The message was cancelled, perhaps in another tab.
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

/** Why the server refused a file, found by the words of its answer. */
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
