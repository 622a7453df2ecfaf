/** The text that the visitor has typed and not sent. It is kept when the view changes, the panel closes or the page reloads. */
import { type Atom, atom } from 'jotai/vanilla';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const textAtom = atom('');
const keyAtom = atom((get) => `draft:${get(channelAtom).websiteToken}`);

export const draftAtom: Atom<string> = textAtom;

export const resumeDraft = atom(null, (get, set) => {
	const stored = readStored(get(keyAtom));
	if (typeof stored === 'string') set(textAtom, stored);
});

/** Follows the draft in other windows of the same visitor. Returns the undo. */
export const followDraft = atom(null, (get, set) =>
	watchStored(get(keyAtom), () => {
		const stored = readStored(get(keyAtom));
		set(textAtom, typeof stored === 'string' ? stored : '');
	}),
);

export const writeDraft = atom(null, (get, set, text: string) => {
	set(textAtom, text);
	if (text === '') removeStored(get(keyAtom));
	else writeStored(get(keyAtom), text);
});
