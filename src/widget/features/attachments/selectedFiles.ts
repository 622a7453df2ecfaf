/**
 * Files that the visitor has selected and not sent. They are part of the draft, so they are kept
 * when the panel closes, the view changes or the page reloads.
 */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import { releaseFile, removeFile } from '#client/fileStore.ts';
import { watchStored } from '#client/storage.ts';
import { createPersisted } from '#models/persisted.ts';
import { validateFiles, storeFiles, SelectedFile, type RejectedFile } from '#models/fileSelection.ts';
import { channelAtom } from '../channel/channel.ts';
import { forgetPreview } from './previews.ts';

const NONE: readonly SelectedFile[] = [];

const rejectedAtom = atom<readonly RejectedFile[]>([]);
const keyAtom = atom((get) => `picks:${get(channelAtom).websiteToken}`);

/**
 * The selected files, in the order of selection. `resumeSelectedFiles` restores those that were
 * selected before a reload.
 */
const {
	valueAtom: selectedFilesAtom,
	resume: resumeSelectedFiles,
	write,
} = createPersisted(keyAtom, v.array(SelectedFile), NONE);

export { selectedFilesAtom, resumeSelectedFiles };

export const hasSelectedFilesAtom = atom((get) => get(selectedFilesAtom).length > 0);

/** The refused files of the last selection. */
export const rejectedFilesAtom: Atom<readonly RejectedFile[]> = rejectedAtom;

export const canAttachAtom = atom((get) => get(channelAtom).enabledFeatures.includes('attachments'));

/** Follows the selection in other windows of the same visitor. Returns the undo. */
export const followSelectedFiles = atom(null, (get, set) =>
	watchStored(get(keyAtom), () => {
		const before = get(selectedFilesAtom);
		set(resumeSelectedFiles);
		for (const { id } of before) {
			if (get(selectedFilesAtom).some((selected) => selected.id === id)) continue;
			releaseFile(id);
			set(forgetPreview, id);
		}
	}),
);

/**
 * Adds the files that the channel accepts, and records why the others are refused. Resolves when
 * the bytes are stored.
 */
export const selectFiles = atom(null, async (get, set, files: readonly File[]) => {
	const { maximumFileUploadSize, allowedFileTypes } = get(channelAtom);
	const { accepted, rejected } = validateFiles(files, maximumFileUploadSize * MEGABYTE, allowedFileTypes);
	set(rejectedAtom, rejected);
	set(addSelectedFiles, await storeFiles(accepted));
});

/** Adds files whose bytes are stored. */
export const addSelectedFiles = atom(null, (get, set, added: readonly SelectedFile[]) => {
	if (added.length > 0) set(write, [...get(selectedFilesAtom), ...added]);
});

export const removeSelectedFile = atom(null, (_get, set, id: string) => {
	void removeFile(id);
	set(forgetPreview, id);
	set(keepOthers, [id]);
});

const keepOthers = atom(null, (get, set, ids: readonly string[]) => {
	const others = get(selectedFilesAtom).filter(({ id }) => !ids.includes(id));
	set(write, others.length > 0 ? others : NONE);
});

export const dismissRejected = atom(null, (_get, set) => set(rejectedAtom, []));

/**
 * Takes files out of the selection for sending, all of them or those with these ids; the bytes stay
 * stored.
 */
export const takeSelectedFiles = atom(null, (get, set, ids?: readonly string[]): readonly SelectedFile[] => {
	const selectedFiles = get(selectedFilesAtom).filter(({ id }) => ids?.includes(id) ?? true);
	set(
		keepOthers,
		selectedFiles.map(({ id }) => id),
	);
	set(dismissRejected);
	return selectedFiles;
});

export const discardSelectedFiles = atom(null, (get, set) => {
	for (const { id } of get(selectedFilesAtom)) set(removeSelectedFile, id);
	set(dismissRejected);
});
