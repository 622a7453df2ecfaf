/**
 * Messages that the server does not have yet. Each is one entry of localStorage, so that it survives a reload and two tabs
 * that write at the same moment lose nothing of each other's.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import { isFromVisitor, type Message } from '#protocol/entities.ts';
import { readStored, removeStored, storedKeys, watchStored, writeStored } from '../../transport/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const OutboxEntry = v.object({
	echoId: v.string(),
	content: v.string(),
	/** Milliseconds since the epoch; also the order of sending. */
	queuedAt: v.number(),
	/** The address of the page on which it was written, or ''. */
	referrerUrl: v.string(),
	state: v.picklist(['in_progress', 'failed']),
	/** Attempts that the server answered with a failure. */
	failures: v.number(),
	/** It has been on its way at least once, so the server may have it. */
	isAttempted: v.boolean(),
	/** The newest message that was known when it was written; it can only have become a later one. */
	afterId: v.number(),
});
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>;

const entriesAtom = atom<readonly OutboxEntry[]>([]);

/** In the order of sending. */
export const outboxAtom = atom((get) => get(entriesAtom));

/** Something is still to be sent; what has failed waits for the visitor, not for the network. */
export const hasPendingAtom = atom((get) => get(entriesAtom).some((entry) => entry.state === 'in_progress'));

const prefixAtom = atom((get) => `outbox:${get(channelAtom).websiteToken}:`);

/** Reads what is kept: at start, and when another tab changed it. */
export const readOutbox = atom(null, (get, set) => {
	const results = storedKeys(get(prefixAtom)).map((key) => v.safeParse(OutboxEntry, readStored(key)));
	const entries = results.filter((result) => result.success).map((result) => result.output);
	set(
		entriesAtom,
		entries.toSorted((one, other) => one.queuedAt - other.queuedAt),
	);
});

/** Calls back after another tab changed the outbox. Returns the undo. */
export const followOutbox = atom(null, (get, set, onChange: () => void) =>
	watchStored(get(prefixAtom), () => {
		set(readOutbox);
		onChange();
	}),
);

export const addToOutbox = atom(null, (get, set, content: string, referrerUrl: string, afterId: number) => {
	// Two messages within one millisecond keep their order.
	const newest = get(entriesAtom).at(-1)?.queuedAt ?? 0;
	const queuedAt = Math.max(Date.now(), newest + 1);
	const attempts = { state: 'in_progress', failures: 0, isAttempted: false } as const;
	keep(get, set, { echoId: randomId(), content, queuedAt, referrerUrl, afterId, ...attempts });
});

/** Changes an entry, unless the server has taken it meanwhile. */
export const updateOutbox = atom(null, (get, set, echoId: string, change: Partial<OutboxEntry>) => {
	const entry = get(entriesAtom).find((candidate) => candidate.echoId === echoId);
	if (entry) keep(get, set, { ...entry, ...change });
});

export const removeFromOutbox = atom(null, (get, set, echoId: string) => {
	removeStored(get(prefixAtom) + echoId);
	set(entriesAtom, (entries) => entries.filter((entry) => entry.echoId !== echoId));
});

/** Nothing of it may reach the server as another user's. */
export const emptyOutbox = atom(null, (get, set) => {
	for (const { echoId } of get(entriesAtom)) set(removeFromOutbox, echoId);
});

/**
 * The entry that has become `message`: by echo id, or, on servers that do not echo, the first with equal content that has
 * been on its way. Those behind it have not, so two equal texts sent quickly stay two.
 */
export function findSent(entries: readonly OutboxEntry[], message: Message): OutboxEntry | undefined {
	if (!isFromVisitor(message)) return undefined;
	const { id, echo_id, content } = message;
	if (echo_id !== undefined) return entries.find((entry) => entry.echoId === echo_id);
	const inProgress = entries.filter((entry) => entry.isAttempted && entry.state === 'in_progress');
	return inProgress.find((entry) => entry.content === content && entry.afterId < id);
}

function keep(get: Getter, set: Setter, entry: OutboxEntry) {
	writeStored(get(prefixAtom) + entry.echoId, entry);
	set(readOutbox);
}

/** `crypto.randomUUID` is missing on plain http. */
function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
