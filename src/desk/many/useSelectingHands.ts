/** How mouse, fingers and keys select rows, besides the ticks. */
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { select, selectionAtom } from '../conversations/selection.ts';
import { idOfRow, toggle } from './chooseRows.ts';

/**
 * Within the list around it: Shift with a click selects all rows from the last one, a finger that
 * stays on a row selects it, and further taps do, too. Escape ends the selection. Returns the ref
 * of an element in the list.
 */
export function useSelectingHands() {
	const place = useRef<HTMLDivElement>(null);
	const isSelecting = useAtomValue(selectionAtom).size > 0;
	const choose = useSetAtom(toggle);
	const find = useSetAtom(idOfRow);
	const end = useSetAtom(select);

	useEffect(() => {
		const list = place.current?.closest('nav');
		if (!list) return;
		let isFinger = false;
		const idAt = ({ target }: Event) => (target instanceof Element && target.closest('a') ? find(target) : undefined);
		const handleClick = (event: MouseEvent) => {
			const id = idAt(event);
			if (id === undefined || !(event.shiftKey || (isSelecting && isFinger))) return;
			event.preventDefault();
			choose(id, event.shiftKey);
		};
		// Safari has no such event for fingers: there the face is tapped.
		const handleLongPress = (event: MouseEvent) => {
			const id = idAt(event);
			if (id === undefined || !isFinger) return;
			event.preventDefault();
			choose(id);
		};
		// Otherwise Shift selects the text of the rows.
		const handleDown = (event: MouseEvent) => {
			if (event.shiftKey && idAt(event) !== undefined) event.preventDefault();
		};
		const handlePointer = ({ pointerType }: PointerEvent) => {
			isFinger = pointerType === 'touch';
		};
		list.addEventListener('pointerdown', handlePointer);
		list.addEventListener('click', handleClick);
		list.addEventListener('contextmenu', handleLongPress);
		list.addEventListener('mousedown', handleDown);
		return () => {
			list.removeEventListener('pointerdown', handlePointer);
			list.removeEventListener('click', handleClick);
			list.removeEventListener('contextmenu', handleLongPress);
			list.removeEventListener('mousedown', handleDown);
		};
	}, [isSelecting, choose, find]);

	useEffect(() => {
		// What has left the list is not selected when it comes back.
		if (!isSelecting) return end([]);
		const list = place.current?.closest('nav');
		const handleKey = ({ key, isComposing, target }: KeyboardEvent) => {
			const isElsewhere = target instanceof Element && target.closest('section, dialog');
			if (key === 'Escape' && !isComposing && !isElsewhere) end([]);
		};
		addEventListener('keydown', handleKey);
		return () => {
			removeEventListener('keydown', handleKey);
			// What had the focus has gone with the bar, or with its row.
			requestAnimationFrame(() => {
				if (document.activeElement === document.body) list?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
			});
		};
	}, [isSelecting, end]);

	return place;
}
