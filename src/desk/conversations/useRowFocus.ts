import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Moves the focus between the rows of a list, each of which has a link to what it shows. The row
 * that has the focus stays drawn when it is scrolled away; where it leaves the list, the next one
 * gets the focus. Where what was selected has replaced the list and had the focus, the focus goes
 * to its row on return.
 *
 * @param selectedId what is shown beside the list, or in place of it
 */
export function useRowFocus<E extends HTMLElement>(
	ids: readonly number[],
	selectedId: number | undefined,
	hrefOf: (id: number) => string,
) {
	const list = useRef<E>(null);
	const [focusedId, setFocused] = useState<number>();
	const [wanted, setWanted] = useState<{ id: number }>();
	const find = (element: Element | null) => {
		// Beside the link, a row may have what selects it.
		const link = element?.closest('li')?.querySelector('a') ?? element;
		return ids.findIndex((id) => link?.getAttribute('href') === hrefOf(id));
	};

	useLayoutEffect(() => {
		if (wanted) list.current?.querySelector<HTMLElement>(`a[href="${hrefOf(wanted.id)}"]`)?.focus();
	}, [wanted, hrefOf]);
	useEffect(() => {
		if (selectedId === undefined) return;
		return () => {
			if (document.activeElement === document.body) setWanted({ id: selectedId });
		};
	}, [selectedId]);
	const place = useRef(-1);
	useLayoutEffect(() => {
		const before = place.current;
		place.current = ids.findIndex((id) => id === focusedId);
		if (place.current >= 0 || before < 0 || document.activeElement !== document.body) return;
		const id = ids[before] ?? ids.at(-1);
		if (id === undefined) list.current?.closest<HTMLElement>('[tabindex]')?.focus();
		else setWanted({ id });
	}, [ids, focusedId]);

	const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
		const current = find(document.activeElement);
		const targets: Record<string, number> = {
			ArrowUp: current - 1,
			ArrowDown: current + 1,
			Home: 0,
			End: ids.length - 1,
		};
		const target = targets[event.key];
		if (target === undefined) return;
		event.preventDefault();
		const id = ids[Math.min(Math.max(0, target), ids.length - 1)];
		if (id !== undefined) flushSync(() => setWanted({ id }));
	};

	return {
		list,
		focusedId: wanted?.id ?? focusedId,
		moveFocus,
		noteFocus: ({ target }: FocusEvent) => {
			setFocused(ids[find(target)]);
			// The next focus may come by mouse.
			setWanted(undefined);
		},
	};
}
