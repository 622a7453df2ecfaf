/**
 * Sends what is in the outbox, each message with the same echo id until the server has it. Texts go strictly in order, and so
 * do files; a file waits for the texts written before it, but no text waits for a long upload. While the network is lost
 * it keeps trying, and one that comes too soon waits as long as the server says; other answers that fail count, and in the end
 * the message stays as failed.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ValidationErrorBody } from '#protocol/errors.ts';
import { HELD_BACK, HELD_BACK_MAX, SEND_ATTEMPTS } from '#protocol/limits.ts';
import { withLock } from '#client/lock.ts';
import { RequestError } from '#client/rest.ts';
import { requestPause } from '#client/retry.ts';
import { createRetryLoop } from '#client/retryLoop.ts';
import { outboxAtom, outboxOwnerAtom, readOutbox, updateOutbox } from './outbox.ts';
import type { OutboxEntry, SendFailure } from './outboxEntry.ts';
import { abortStrayUploads, abortUploads, FileGoneError } from './uploads.ts';

/** Sends a failed message again, in its place. */
export const retryMessage = atom(null, (_get, set, echoId: string) => {
	set(updateOutbox, echoId, { state: 'in_progress', failures: 0, failure: undefined });
	void set(sendOutbox);
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
		`${lane}:${get(outboxOwnerAtom)?.name}`,
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
export const sendAhead = atom(null, (get, set, echoId: string) => {
	const first = findFirst(get(outboxAtom), 'outbox');
	// Where turns are not taken it is on its way already.
	if (first?.echoId === echoId && !first.isAttempted) set(aheadAtom, attempt(get, set, 'outbox'));
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

/** A lost network says nothing about the message; an overloaded server may take it later; a refusal is final. */
function judge(get: Getter, set: Setter, entry: OutboxEntry, error: unknown): Outcome {
	// It was cancelled, perhaps in another tab.
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
