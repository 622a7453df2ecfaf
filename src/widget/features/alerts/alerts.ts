/** One short notice about what was just tried: how it went, or why it did not. */
import { atom } from 'jotai/vanilla';
import { BANNER_DURATION } from '#protocol/limits.ts';

interface Alert {
	text: string;
	kind: 'error' | 'success';
}

const shownAtom = atom<Alert & { timer: ReturnType<typeof setTimeout> }>();

/** The notice on the screen, or undefined. */
export const alertAtom = atom((get): Alert | undefined => get(shownAtom));

/** Shows a text, in the interface language, for `BANNER_DURATION`. It takes the place of one that still shows. */
export const showAlert = atom(null, (get, set, text: string, kind: Alert['kind'] = 'error') => {
	clearTimeout(get(shownAtom)?.timer);
	const timer = setTimeout(() => set(shownAtom, undefined), BANNER_DURATION);
	set(shownAtom, { text, kind, timer });
});
