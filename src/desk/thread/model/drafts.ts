/**
 * The agent's draft for each conversation. It is kept while the agent looks at another one, and
 * over a reload.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { isVisible } from '#protocol/base/isVisible.ts';
import { removeFile } from '#client/fileStore.ts';
import { createPersisted } from '#models/persisted.ts';
import { validateFiles, storeFiles, SelectedFile, type RejectedFile } from '#models/fileSelection.ts';
import { agentAtom } from '../../session/session.ts';

/** As it is stored: 0.2.0 names the files so, may be open in another tab, and has left drafts. */
const Draft = v.pipe(
	v.object({
		text: v.string(),
		isPrivate: v.boolean(),
		/** The files that go with it. */
		picks: v.optional(v.array(SelectedFile), []),
		/** Whom the note may name, by an `@` and the name. */
		people: v.optional(v.array(v.object({ id: v.number(), name: v.string() }))),
		/** Id of the message that it answers. */
		replyTo: v.optional(v.number()),
		/** Who gets the answer besides, as typed; absent until it is changed. */
		cc: v.optional(v.string()),
		/**
		 * What is typed of a message that the visitor answers by pressing or filling in
		 * (`compose/interactive.ts`).
		 */
		interactive: v.optional(v.unknown()),
	}),
	v.transform(({ picks, ...draft }) => ({ ...draft, selectedFiles: picks })),
);
export type Draft = v.InferOutput<typeof Draft>;

const EMPTY: Draft = { text: '', isPrivate: false, selectedFiles: [] };
const NONE: Record<string, Draft> = {};
const NONE_REJECTED: readonly RejectedFile[] = [];

const keyAtom = atom('');
/** Conversation's display id → draft. */
const drafts = createPersisted(keyAtom, v.record(v.string(), Draft), NONE, (known) =>
	Object.fromEntries(
		Object.entries(known).map(([id, { selectedFiles, ...draft }]) => [id, { ...draft, picks: selectedFiles }]),
	),
);
const rejectedAtom = atom<ReadonlyMap<number, readonly RejectedFile[]>>(new Map());

export const draftOfAtom = atom((get) => {
	const known = get(drafts.valueAtom);
	return (conversationId: number): Draft => known[conversationId] ?? EMPTY;
});

/** Whether there is something to send, of which a reader sees anything. */
export function hasContent({ text, selectedFiles }: Draft): boolean {
	return isVisible(text) || selectedFiles.length > 0;
}

/** The files of a conversation's last selection that cannot be sent. */
export const rejectedFilesOfAtom = atom((get) => {
	const rejectedFiles = get(rejectedAtom);
	return (conversationId: number) => rejectedFiles.get(conversationId) ?? NONE_REJECTED;
});

/**
 * Restores the drafts of this agent, and follows them in other windows from now on. Returns the
 * undo.
 */
export const openDrafts = atom(null, (_get, set, { id, account_id }: Profile) => {
	set(keyAtom, `drafts:desk:${account_id}:${id}`);
	set(drafts.resume);
	return set(drafts.follow);
});

export const changeDraft = atom(null, (get, set, conversationId: number, change: Partial<Draft>) => {
	const { [conversationId]: known = EMPTY, ...others } = get(drafts.valueAtom);
	const draft = { ...known, ...change };
	const { text, isPrivate, selectedFiles, replyTo, interactive, cc } = draft;
	const isEmpty =
		!text && !isPrivate && selectedFiles.length === 0 && replyTo === undefined && !interactive && cc === undefined;
	const changed = isEmpty ? others : { ...others, [conversationId]: draft };
	set(drafts.write, Object.keys(changed).length > 0 ? changed : NONE);
});

/**
 * Adds files to the draft, except those that cannot be sent. Resolves when the bytes are stored.
 */
export const addFiles = atom(null, async (get, set, conversationId: number, files: readonly File[]) => {
	const { accepted, rejected } = validateFiles(files, FILE_SIZE_MAX, ALLOWED_FILE_TYPES);
	set(rejectedAtom, (rejectedFiles) => new Map(rejectedFiles).set(conversationId, rejected));
	const agent = get(agentAtom)?.id;
	const selectedFiles = await storeFiles(accepted);
	// The agent has left while the files were stored.
	if (agent !== get(agentAtom)?.id) return removeFiles(selectedFiles);
	set(changeDraft, conversationId, {
		selectedFiles: [...get(draftOfAtom)(conversationId).selectedFiles, ...selectedFiles],
	});
});

export const removeSelectedFile = atom(null, (get, set, conversationId: number, id: string) => {
	void removeFile(id);
	const selectedFiles = get(draftOfAtom)(conversationId).selectedFiles.filter((file) => file.id !== id);
	set(changeDraft, conversationId, { selectedFiles });
});

/**
 * Returns the draft for sending and empties it, so that the next one begins as a message of the
 * same kind. The bytes stay stored.
 */
export const takeDraft = atom(null, (get, set, conversationId: number): Draft => {
	const draft = get(draftOfAtom)(conversationId);
	set(changeDraft, conversationId, {
		text: '',
		people: undefined,
		selectedFiles: [],
		replyTo: undefined,
		cc: undefined,
	});
	set(rejectedAtom, (rejectedFiles) => new Map(rejectedFiles).set(conversationId, NONE_REJECTED));
	return draft;
});

/** Deletes them from the device, with their files. */
export const discardDrafts = atom(null, (get, set) => {
	for (const { selectedFiles } of Object.values(get(drafts.valueAtom))) removeFiles(selectedFiles);
	set(drafts.write, NONE);
});

function removeFiles(selectedFiles: readonly SelectedFile[]): void {
	for (const { id } of selectedFiles) void removeFile(id);
}
