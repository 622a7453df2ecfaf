/** Pictures of the visitor's own, shown from this device: before they are sent, while they are, and where they then are. */
import { type Atom, atom } from 'jotai/vanilla';
import { readFile } from '#client/fileStore.ts';
import { dropMessage } from '#models/uploads.ts';

const urlsAtom = atom<ReadonlyMap<string, string>>(new Map());

/** Addresses by echo id, for as long as this page lives. */
export const previewsAtom: Atom<ReadonlyMap<string, string>> = urlsAtom;

/** Has an address made for a file that is kept under `id`. */
export const showPreview = atom(null, async (get, set, id: string) => {
	if (get(urlsAtom).has(id)) return;
	const file = await readFile(id);
	if (file && !get(urlsAtom).has(id)) set(urlsAtom, new Map(get(urlsAtom)).set(id, URL.createObjectURL(file)));
});

/** The visitor does not want the file sent after all. */
export const cancelUpload = atom(null, (_get, set, echoId: string) => {
	set(dropMessage, echoId);
	set(forgetPreview, echoId);
});

/** Lets go of the bytes behind an address. */
export const forgetPreview = atom(null, (get, set, id: string) => {
	const url = get(urlsAtom).get(id);
	if (url === undefined) return;
	URL.revokeObjectURL(url);
	set(urlsAtom, new Map([...get(urlsAtom)].filter(([key]) => key !== id)));
});
