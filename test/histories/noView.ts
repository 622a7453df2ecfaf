/**
 * Stands in for `src/widget/app/view/connectView.ts`: histories look at the models, so nothing is
 * drawn.
 */
import { type Atom, atom } from 'jotai/vanilla';

export const isViewReadyAtom: Atom<boolean> = atom(false);

export function connectView(): () => void {
	return () => undefined;
}
