/** How mouse, fingers and keys select rows, besides the ticks. */
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { select, selectionAtom } from '../conversations/selection.ts';
import { idOfRow, toggle } from './chooseRows.ts';

/** How long a finger stays until it selects, in milliseconds: as long as phones take. */
const LONG_PRESS = 500;

/** Pixels that a finger may move in that time. */
const SLIP = 10;

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
	const isOngoing = useEffectEvent(() => isSelecting);

	useEffect(() => {
		const list = place.current?.closest('nav');
		if (!list) return;
		let isFinger = false;
		/** Whether the finger that is down, or was last, has selected a row by staying there. */
		let hasStayed = false;
		let start = { x: 0, y: 0 };
		let timer: ReturnType<typeof setTimeout> | undefined;
		const giveUp = () => clearTimeout(timer);
		const idAt = ({ target }: Pick<Event, 'target'>) =>
			target instanceof Element && target.closest('a') ? find(target) : undefined;
		const handleClick = (event: MouseEvent) => {
			const id = idAt(event);
			if (id === undefined || !(event.shiftKey || (isFinger && (hasStayed || isOngoing())))) return;
			event.preventDefault();
			// The click that ends a long press is no further tap.
			if (!isFinger || !hasStayed) choose(id, event.shiftKey);
		};
		const stay = (event: Pick<Event, 'target'>) => {
			giveUp();
			const id = idAt(event);
			if (id === undefined || hasStayed) return;
			hasStayed = true;
			choose(id);
		};
		// Browsers that have a menu for a link tell of a long press; Safari does not.
		const handleMenu = (event: MouseEvent) => {
			if (!isFinger || idAt(event) === undefined) return;
			event.preventDefault();
			stay(event);
		};
		// Otherwise Shift selects the text of the rows.
		const handleDown = (event: MouseEvent) => {
			if (event.shiftKey && idAt(event) !== undefined) event.preventDefault();
		};
		const handlePointer = (event: PointerEvent) => {
			giveUp();
			isFinger = event.pointerType === 'touch';
			hasStayed = false;
			start = { x: event.clientX, y: event.clientY };
			if (isFinger) timer = setTimeout(stay, LONG_PRESS, event);
		};
		const handleMove = ({ clientX, clientY }: PointerEvent) => {
			if (Math.hypot(clientX - start.x, clientY - start.y) > SLIP) giveUp();
		};
		// The finger whose touch has loaded this code is still there.
		const touched = matchMedia('(hover: none)').matches && list.querySelector('li a:active');
		if (touched) {
			isFinger = true;
			timer = setTimeout(() => stay({ target: touched }), LONG_PRESS);
		}
		list.addEventListener('pointerdown', handlePointer);
		list.addEventListener('pointermove', handleMove);
		for (const end of ['pointerup', 'pointercancel']) list.addEventListener(end, giveUp);
		list.addEventListener('click', handleClick);
		list.addEventListener('contextmenu', handleMenu);
		list.addEventListener('mousedown', handleDown);
		return () => {
			giveUp();
			list.removeEventListener('pointerdown', handlePointer);
			list.removeEventListener('pointermove', handleMove);
			for (const end of ['pointerup', 'pointercancel']) list.removeEventListener(end, giveUp);
			list.removeEventListener('click', handleClick);
			list.removeEventListener('contextmenu', handleMenu);
			list.removeEventListener('mousedown', handleDown);
		};
	}, [choose, find]);

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
