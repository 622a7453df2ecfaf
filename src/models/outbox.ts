/**
 * Messages that the server does not have yet. Each is one entry of localStorage, so that it
 * survives a reload and two tabs that write at the same moment lose nothing of each other's.
 */
import { type Atom, atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import { isFromVisitor, type Message } from '#protocol/entities/entities.ts';
import { removeFile } from '#client/fileStore.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { readStored, removeStored, storedKeys, watchStored, writeStored } from '#client/storage.ts';
import type { OutboxEntry } from './outboxEntry.ts';

/** Whose outbox it is, and how its messages reach the server. */
export interface OutboxOwner {
	/** Separates, on this device, the outboxes of several people or websites. */
	name: string;
	/** Schema of a stored message. */
	schema: v.GenericSchema<unknown, OutboxEntry>;
	/**
	 * Sends a message and handles the server's answer. Rejects with a RequestError or a
	 * FileGoneError where the rules of `sending.ts` shall decide what happens next.
	 */
	send: (get: Getter, set: Setter, entry: OutboxEntry) => Promise<void>;
}

const ownerAtom = atom<OutboxOwner>();
const entriesAtom = atom<readonly OutboxEntry[]>([]);

/** The messages in the order of sending. */
export const outboxAtom: Atom<readonly OutboxEntry[]> = entriesAtom;

/**
 * Whether a message is still to be sent. Failed ones do not count: they wait for their writer, not
 * for the network.
 */
export const hasPendingAtom = atom((get) => get(entriesAtom).some((entry) => entry.state === 'in_progress'));

export const outboxOwnerAtom: Atom<OutboxOwner | undefined> = ownerAtom;

const prefixAtom = atom((get) => `outbox:${get(ownerAtom)?.name}:`);

/** Makes this the outbox of another owner, and reads what is stored of it. */
export const openOutbox = atom(null, (_get, set, owner: OutboxOwner) => {
	set(ownerAtom, owner);
	set(readOutbox);
});

/** Reads the stored messages: at the start, and when another tab changed them. */
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

/** The fields of a message that are known when it is written. */
type Written = Pick<OutboxEntry, 'content' | 'file' | 'replyTo' | 'referrerUrl' | 'afterId'> & { echoId?: string };

export const addToOutbox = atom(null, (get, set, { echoId = randomId(), ...written }: Written) => {
	// The next millisecond, so that two messages written within one keep their order.
	const newest = get(entriesAtom).at(-1)?.queuedAt ?? 0;
	const queuedAt = Math.max(Date.now(), newest + 1);
	keep(get, set, { echoId, ...written, queuedAt, state: 'in_progress', failures: 0, isAttempted: false });
});

/**
 * Changes an entry, unless it has left the outbox since: another tab may have removed it, and its
 * event may not have come yet.
 */
export const updateOutbox = atom(null, (get, set, echoId: string, change: Partial<OutboxEntry>) => {
	set(readOutbox);
	const entry = get(entriesAtom).find((candidate) => candidate.echoId === echoId);
	if (entry) keep(get, set, { ...entry, ...change });
});

export const removeFromOutbox = atom(null, (get, set, echoId: string) => {
	const hasFile = get(entriesAtom).some((entry) => entry.echoId === echoId && entry.file);
	if (hasFile) void removeFile(echoId);
	removeStored(get(prefixAtom) + echoId);
	set(entriesAtom, (entries) => entries.filter((entry) => entry.echoId !== echoId));
});

/** Removes all messages, which must not reach the server under another user's name. */
export const emptyOutbox = atom(null, (get, set) => {
	for (const { echoId } of get(entriesAtom)) set(removeFromOutbox, echoId);
});

/**
 * The entry that has become `message`: by echo id or, on servers that do not return it, the first
 * entry with equal content for which a request was made. Entries behind it have made none yet, so
 * two equal texts written in a row stay two messages.
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
