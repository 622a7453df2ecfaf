/** Files that the visitor has chosen and not sent: part of the draft, so they too survive closing, views and reloads. */
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
	/** Under which the bytes are kept; becomes the message's echo id. */
	id: v.string(),
	file: FileFacts,
});
export type Picked = v.InferOutput<typeof Picked>;

/** A file that the channel does not take. */
export interface Refusal {
	code: 'TOO_BIG' | 'TYPE_NOT_SUPPORTED';
	name: string;
}

const picksAtom = atom<readonly Picked[]>([]);
const refusalsAtom = atom<readonly Refusal[]>([]);
const keyAtom = atom((get) => `picks:${get(channelAtom).websiteToken}`);

/** In the order in which they were chosen. */
export const pickedAtom: Atom<readonly Picked[]> = picksAtom;

export const hasPicksAtom = atom((get) => get(picksAtom).length > 0);

/** What was refused of the last choice. */
export const refusedAtom: Atom<readonly Refusal[]> = refusalsAtom;

export const canAttachAtom = atom((get) => get(channelAtom).enabledFeatures.includes('attachments'));

/** Takes up what was chosen before a reload. */
export const resumePicks = atom(null, (get, set) => set(picksAtom, readPicks(get(keyAtom))));

/** Follows what another window of the same visitor chooses, takes back or sends. Returns the undo. */
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

/** Adds what the channel takes, and says why of the rest. Resolves when the bytes are kept. */
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

/** Hands over what was chosen, to be sent; the bytes stay where they are. */
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

/** Where the browser knows no type, or only a name that nobody registered, the server judges by the bytes. */
function mayBeAllowed(type: string, allowed: readonly string[]): boolean {
	return type === '' || /^application\/(x-|octet-stream)/.test(type) || isAllowedFileType(type, allowed);
}
