/** Loads what changes many conversations at once. */
import { atom } from 'jotai/vanilla';
import { loadLate } from '../common/loadLate.ts';
import { keepSelectionParts, selectionPartsAtom } from '../conversations/selection.ts';

/** Rejects with a ChunkLoadError. */
const loadMany = () => loadLate(() => import('../many/selectionParts.ts'));

const loadSelection = atom(null, async (get, set) => {
	if (get(selectionPartsAtom)) return;
	try {
		set(keepSelectionParts, await loadMany());
	} catch {
		// The next interest tries again.
	}
});

/**
 * Selects the conversation whose row has the focus, or else the one that is shown; or no longer.
 */
export const selectCurrent = atom(null, async (_get, set) => {
	// It may be another one once the code is there.
	const focused = document.activeElement;
	const module = await loadMany();
	set(keepSelectionParts, module);
	set(module.toggleCurrent, focused);
});

/**
 * Notices from now on that an agent may select: the mouse is over a face, a finger or the keyboard
 * in the list. Returns the undo.
 */
export const connectSelection = atom(null, (_get, set) => {
	const handle = (event: Event): void => {
		const isMouse = event.type === 'pointerover' && (event as PointerEvent).pointerType === 'mouse';
		const where = isMouse ? 'nav li a > :first-child' : 'nav li';
		if (event.target instanceof Element && event.target.closest(where)) void set(loadSelection);
	};
	addEventListener('pointerover', handle);
	addEventListener('keydown', handle);
	return () => {
		removeEventListener('pointerover', handle);
		removeEventListener('keydown', handle);
	};
});
