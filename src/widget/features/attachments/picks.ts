/**
 * Files that the visitor has selected and not sent. They are part of the draft, so they are kept when the panel closes, the
 * view changes or the page reloads.
 */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { isAllowedFileType, MEGABYTE } from '#protocol/attachments.ts';
import type { WidgetChannel } from '#protocol/channel.ts';
import { keepFile, releaseFile, removeFile } from '#client/fileStore.ts';
import { randomId } from '#client/randomId.ts';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';
import { FileFacts, readFacts } from '#models/fileFacts.ts';
import { forgetPreview } from './previews.ts';

const Picked = v.object({
	/** The id under which the bytes are stored; it becomes the message's echo id. */
	id: v.string(),
	file: FileFacts,
});
export type Picked = v.InferOutput<typeof Picked>;

/** A file that the channel does not accept. */
export interface Refusal {
	code: 'TOO_BIG' | 'TYPE_NOT_SUPPORTED';
	name: string;
}

const picksAtom = atom<readonly Picked[]>([]);
const refusalsAtom = atom<readonly Refusal[]>([]);
const keyAtom = atom((get) => `picks:${get(channelAtom).websiteToken}`);

/** The selected files, in the order of selection. */
export const pickedAtom: Atom<readonly Picked[]> = picksAtom;

export const hasPicksAtom = atom((get) => get(picksAtom).length > 0);

/** The refused files of the last selection. */
export const refusedAtom: Atom<readonly Refusal[]> = refusalsAtom;

export const canAttachAtom = atom((get) => get(channelAtom).enabledFeatures.includes('attachments'));

/** Restores the files that were selected before a reload. */
export const resumePicks = atom(null, (get, set) => set(picksAtom, readPicks(get(keyAtom))));

/** Follows the selection in other windows of the same visitor. Returns the undo. */
export const followPicks = atom(null, (get, set) =>
	watchStored(get(keyAtom), () => {
		const picks = readPicks(get(keyAtom));
		for (const { id } of get(picksAtom)) {
			if (picks.some((picked) => picked.id === id)) continue;
			releaseFile(id);
			set(forgetPreview, id);
		}
		set(picksAtom, picks);
	}),
);

/** Adds the files that the channel accepts, and records why the others are refused. Resolves when the bytes are stored. */
export const pickFiles = atom(null, async (get, set, files: readonly File[]) => {
	const judged = files.map((file) => ({ file, code: findFault(get(channelAtom), file) }));
	set(
		refusalsAtom,
		judged.flatMap(({ file: { name }, code }) => (code ? [{ code, name }] : [])),
	);
	const taken = judged.filter(({ code }) => code === undefined);
	const picked = await Promise.all(taken.map(({ file }) => take(file)));
	set(keepPicks, [...get(picksAtom), ...picked]);
});

export const removePick = atom(null, (get, set, id: string) => {
	void removeFile(id);
	set(forgetPreview, id);
	const others = get(picksAtom).filter((picked) => picked.id !== id);
	set(keepPicks, others);
});

export const dismissRefusals = atom(null, (_get, set) => set(refusalsAtom, []));

/** Returns the selected files for sending and empties the selection; the bytes stay stored. */
export const takePicks = atom(null, (get, set): readonly Picked[] => {
	const picks = get(picksAtom);
	set(keepPicks, []);
	set(dismissRefusals);
	return picks;
});

export const discardPicks = atom(null, (get, set) => {
	for (const { id } of get(picksAtom)) set(removePick, id);
	set(dismissRefusals);
});

const keepPicks = atom(null, (get, set, picks: readonly Picked[]) => {
	set(picksAtom, picks);
	if (picks.length === 0) removeStored(get(keyAtom));
	else writeStored(get(keyAtom), picks);
});

function readPicks(key: string): readonly Picked[] {
	const stored = v.safeParse(v.array(Picked), readStored(key));
	return stored.success ? stored.output : [];
}

async function take(file: File): Promise<Picked> {
	const id = randomId();
	await keepFile(id, file);
	return { id, file: await readFacts(file) };
}

function findFault(
	{ maximumFileUploadSize, allowedFileTypes }: WidgetChannel,
	file: File,
): Refusal['code'] | undefined {
	if (file.size > maximumFileUploadSize * MEGABYTE) return 'TOO_BIG';
	return mayBeAllowed(file.type, allowedFileTypes) ? undefined : 'TYPE_NOT_SUPPORTED';
}

/** Where the browser knows no type, or one that is not registered, the server decides by the file's bytes. */
function mayBeAllowed(type: string, allowed: readonly string[]): boolean {
	return type === '' || /^application\/(x-|octet-stream)/.test(type) || isAllowedFileType(type, allowed);
}
