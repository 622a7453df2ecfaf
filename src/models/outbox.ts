/**
 * Messages that the server does not have yet. Each is one entry of localStorage, so that it survives a reload and two tabs
 * that write at the same moment lose nothing of each other's.
 */
import { type Atom, atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import { isFromVisitor, type Message } from '#protocol/entities.ts';
import { removeFile } from '#client/fileStore.ts';
import { randomId } from '#client/randomId.ts';
import { readStored, removeStored, storedKeys, watchStored, writeStored } from '#client/storage.ts';
import type { OutboxEntry } from './outboxEntry.ts';

/** Whose outbox this is, and how its messages reach the server. */
export interface OutboxOwner {
	/** Keeps apart on this device what several people write, or to several websites. */
	name: string;
	/** What is kept of a message. */
	schema: v.GenericSchema<unknown, OutboxEntry>;
	/**
	 * Sends a message, and takes in what the server has made of it, or does with one that it did not take what has to be done.
	 * Rejects with a RequestError or a FileGoneError where that is left to the rules of `sending.ts`.
	 */
	send: (get: Getter, set: Setter, entry: OutboxEntry) => Promise<void>;
}

const ownerAtom = atom<OutboxOwner>();
const entriesAtom = atom<readonly OutboxEntry[]>([]);

/** In the order of sending. */
export const outboxAtom: Atom<readonly OutboxEntry[]> = entriesAtom;

/** Something is still to be sent; what has failed waits for its writer, not for the network. */
export const hasPendingAtom = atom((get) => get(entriesAtom).some((entry) => entry.state === 'in_progress'));

export const outboxOwnerAtom: Atom<OutboxOwner | undefined> = ownerAtom;

const prefixAtom = atom((get) => `outbox:${get(ownerAtom)?.name}:`);

/** From now on this is the outbox of that owner; what is kept of it is read. */
export const openOutbox = atom(null, (_get, set, owner: OutboxOwner) => {
	set(ownerAtom, owner);
	set(readOutbox);
});

/** Reads what is kept: at start, and when another tab changed it. */
export const readOutbox = atom(null, (get, set) => {
	const { schema } = get(ownerAtom) ?? {};
	if (!schema) return;
	const results = storedKeys(get(prefixAtom)).map((key) => v.safeParse(schema, readStored(key)));
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

/** What is known of a message when it is written. */
type Written = Pick<OutboxEntry, 'content' | 'file' | 'replyTo' | 'referrerUrl' | 'afterId'> & { echoId?: string };

export const addToOutbox = atom(null, (get, set, { echoId = randomId(), ...written }: Written) => {
	// Two messages within one millisecond keep their order.
	const newest = get(entriesAtom).at(-1)?.queuedAt ?? 0;
	const queuedAt = Math.max(Date.now(), newest + 1);
	keep(get, set, { echoId, ...written, queuedAt, state: 'in_progress', failures: 0, isAttempted: false });
});

/** Changes an entry, unless the server has taken it meanwhile. */
export const updateOutbox = atom(null, (get, set, echoId: string, change: Partial<OutboxEntry>) => {
	const entry = get(entriesAtom).find((candidate) => candidate.echoId === echoId);
	if (entry) keep(get, set, { ...entry, ...change });
});

export const removeFromOutbox = atom(null, (get, set, echoId: string) => {
	const hasFile = get(entriesAtom).some((entry) => entry.echoId === echoId && entry.file);
	if (hasFile) void removeFile(echoId);
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
	const { id, echo_id, content, attachments = [] } = message;
	if (echo_id !== undefined) return entries.find((entry) => entry.echoId === echo_id);
	const inProgress = entries.filter((entry) => entry.isAttempted && entry.state === 'in_progress');
	return inProgress.find(
		(entry) =>
			entry.content === (content ?? '') && Boolean(entry.file) === attachments.length > 0 && entry.afterId < id,
	);
}

function keep(get: Getter, set: Setter, entry: OutboxEntry) {
	writeStored(get(prefixAtom) + entry.echoId, entry);
	set(readOutbox);
}
