/**
 * Addresses of the visitor's own pictures on this device: used before they are sent, while they are
 * uploaded, and afterwards.
 */
import { type Atom, atom } from 'jotai/vanilla';
import { readFile } from '#client/fileStore.ts';
import { dropMessage } from '#models/uploads.ts';

const urlsAtom = atom<ReadonlyMap<string, string>>(new Map());

/** Echo id → object URL, which is valid until the page is closed. */
export const previewsAtom: Atom<ReadonlyMap<string, string>> = urlsAtom;

/** Creates an object URL for the file that is stored under `id`. */
export const showPreview = atom(null, async (get, set, id: string) => {
	if (get(urlsAtom).has(id)) return;
	const file = await readFile(id);
	if (file && !get(urlsAtom).has(id)) set(urlsAtom, new Map(get(urlsAtom)).set(id, URL.createObjectURL(file)));
});

/** The visitor has cancelled the upload. */
export const cancelUpload = atom(null, (_get, set, echoId: string) => {
	set(dropMessage, echoId);
	set(forgetPreview, echoId);
});

/** Revokes an object URL, so that the browser can free the bytes. */
export const forgetPreview = atom(null, (get, set, id: string) => {
	const url = get(urlsAtom).get(id);
	if (url === undefined) return;
	URL.revokeObjectURL(url);
	set(urlsAtom, new Map([...get(urlsAtom)].filter(([key]) => key !== id)));
});
