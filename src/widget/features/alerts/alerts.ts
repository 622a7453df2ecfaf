// chunk: shared
/** One short notice about the outcome of what the visitor just tried. */
import { atom } from 'jotai/vanilla';
import { BANNER_DURATION } from '#protocol/base/limits.ts';

interface Alert {
	text: string;
	kind: 'error' | 'success';
}

const shownAtom = atom<Alert & { timer: ReturnType<typeof setTimeout> }>();

/** The notice that is shown, or undefined. */
export const alertAtom = atom((get): Alert | undefined => get(shownAtom));

/**
 * Shows a text, in the interface language, for `BANNER_DURATION`. It replaces one that is still
 * shown.
 */
export const showAlert = atom(null, (get, set, text: string, kind: Alert['kind'] = 'error') => {
	clearTimeout(get(shownAtom)?.timer);
	const timer = setTimeout(() => set(shownAtom, undefined), BANNER_DURATION);
	set(shownAtom, { text, kind, timer });
});
