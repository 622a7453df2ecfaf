/** The agent's draft for each conversation. It is kept while the agent looks at another one, and over a reload. */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX } from '#protocol/attachments.ts';
import type { Profile } from '#protocol/entities.ts';
import { removeFile } from '#client/fileStore.ts';
import { createPersisted } from '#models/persisted.ts';
import { validateFiles, storeFiles, SelectedFile, type Refusal } from '#models/fileSelection.ts';

const Draft = v.object({
	text: v.string(),
	isPrivate: v.boolean(),
	/** The files that go with it. */
	picks: v.array(SelectedFile),
	/** Id of the message that it answers. */
	replyTo: v.optional(v.number()),
});
export type Draft = v.InferOutput<typeof Draft>;

const EMPTY: Draft = { text: '', isPrivate: false, picks: [] };
const NONE: Record<string, Draft> = {};
const NO_REFUSALS: readonly Refusal[] = [];

const keyAtom = atom('');
/** Conversation's display id → draft. */
const drafts = createPersisted(keyAtom, v.record(v.string(), Draft), NONE);
const refusalsAtom = atom<ReadonlyMap<number, readonly Refusal[]>>(new Map());

export const draftOfAtom = atom((get) => {
	const known = get(drafts.valueAtom);
	return (conversationId: number): Draft => known[conversationId] ?? EMPTY;
});

/** The files of a conversation's last selection that cannot be sent. */
export const refusalsOfAtom = atom((get) => {
	const refusals = get(refusalsAtom);
	return (conversationId: number) => refusals.get(conversationId) ?? NO_REFUSALS;
});

/** Restores the drafts of this agent, and follows them in other windows from now on. Returns the undo. */
export const openDrafts = atom(null, (_get, set, { id, account_id }: Profile) => {
	set(keyAtom, `drafts:desk:${account_id}:${id}`);
	set(drafts.resume);
	return set(drafts.follow);
});

export const changeDraft = atom(null, (get, set, conversationId: number, change: Partial<Draft>) => {
	const { [conversationId]: known = EMPTY, ...others } = get(drafts.valueAtom);
	const draft = { ...known, ...change };
	const isEmpty = draft.text === '' && !draft.isPrivate && draft.picks.length === 0 && draft.replyTo === undefined;
	const changed = isEmpty ? others : { ...others, [conversationId]: draft };
	set(drafts.write, Object.keys(changed).length > 0 ? changed : NONE);
});

/** Adds files to the draft, except those that cannot be sent. Resolves when the bytes are stored. */
export const addFiles = atom(null, async (get, set, conversationId: number, files: readonly File[]) => {
	const { accepted, refused } = validateFiles(files, FILE_SIZE_MAX, ALLOWED_FILE_TYPES);
	set(refusalsAtom, (refusals) => new Map(refusals).set(conversationId, refused));
	const agent = get(keyAtom);
	const picks = await storeFiles(accepted);
	// Another agent has signed in meanwhile.
	if (agent !== get(keyAtom)) return removeFiles(picks);
	set(changeDraft, conversationId, { picks: [...get(draftOfAtom)(conversationId).picks, ...picks] });
});

export const removeSelectedFile = atom(null, (get, set, conversationId: number, id: string) => {
	void removeFile(id);
	const picks = get(draftOfAtom)(conversationId).picks.filter((pick) => pick.id !== id);
	set(changeDraft, conversationId, { picks });
});

/** Returns the draft for sending and empties it, so that the next one begins as a message of the same kind. The bytes stay stored. */
export const takeDraft = atom(null, (get, set, conversationId: number): Draft => {
	const draft = get(draftOfAtom)(conversationId);
	set(changeDraft, conversationId, { text: '', picks: [], replyTo: undefined });
	set(refusalsAtom, (refusals) => new Map(refusals).set(conversationId, NO_REFUSALS));
	return draft;
});

/** Forgets everything when the agent signs out. */
export const forgetDrafts = atom(null, (get, set) => {
	for (const { picks } of Object.values(get(drafts.valueAtom))) removeFiles(picks);
	set(drafts.write, NONE);
	set(refusalsAtom, new Map());
	set(keyAtom, '');
});

function removeFiles(picks: readonly SelectedFile[]): void {
	for (const { id } of picks) void removeFile(id);
}
