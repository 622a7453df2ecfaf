import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Indexes of the rows in sight: the first one, and the one after the last. */
interface Sight {
	start: number;
	end: number;
}

/** Rows that are drawn before and after those in sight, so that scrolling shows no empty places. */
const SPARE = 8;
/** CSS pixels, until the first row has been measured. */
const FIRST_GUESS = 62;

/**
 * Finds out which rows of a scrolling list are in sight. All rows have the same height, which is
 * measured.
 *
 * @param row what every row matches, and nothing before the first one
 */
export function useRowsInSight(ids: readonly number[], row = 'li') {
	const scroller = useRef<HTMLDivElement>(null);
	const [rowHeight, setRowHeight] = useState(FIRST_GUESS);
	const [sight, setSight] = useState<Sight>({ start: 0, end: 20 });

	const followScroll = (): void => {
		const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
		// On a phone the list is hidden while a conversation is shown.
		if (clientHeight === 0) return;
		const start = Math.floor(scrollTop / rowHeight);
		const end = Math.ceil((scrollTop + clientHeight) / rowHeight);
		setSight((before) => (before.start === start && before.end === end ? before : { start, end }));
	};

	useLayoutEffect(() => {
		const height = scroller.current?.querySelector(row)?.getBoundingClientRect().height ?? 0;
		if (height > 0 && Math.abs(height - rowHeight) > 0.01) setRowHeight(height);
	}, [ids, row, rowHeight]);
	const follow = useRef(followScroll);
	useEffect(() => {
		follow.current = followScroll;
	});
	useEffect(() => {
		const box = scroller.current;
		if (!box) return;
		const observer = new ResizeObserver(() => follow.current());
		observer.observe(box);
		return () => observer.disconnect();
	}, [rowHeight]);
	useStayingPlace(scroller, ids, sight.start, rowHeight);

	return { scroller, sight, rowHeight, followScroll };
}

/**
 * Indexes of the rows to draw: those in sight with some before and after, and those of `kept`, in
 * the list's order.
 */
export function rowsInSight(
	{ start, end }: Sight,
	ids: readonly number[],
	kept: readonly (number | undefined)[],
): number[] {
	const first = Math.max(0, start - SPARE);
	const after = Math.min(ids.length, end + SPARE);
	const near = Array.from({ length: Math.max(0, after - first) }, (_, offset) => first + offset);
	const far = kept.map((id) => (id === undefined ? -1 : ids.indexOf(id))).filter((index) => index >= 0);
	return [...new Set([...near, ...far])].toSorted((a, b) => a - b);
}

/**
 * Keeps the first row in sight where it is when rows come or go before it, unless the list is at
 * its beginning.
 */
function useStayingPlace(
	scroller: RefObject<HTMLElement | null>,
	ids: readonly number[],
	start: number,
	rowHeight: number,
): void {
	const before = useRef(ids);
	useLayoutEffect(() => {
		const id = before.current[start];
		const index = id === undefined ? -1 : ids.indexOf(id);
		const box = scroller.current;
		if (box && index >= 0 && index !== start && box.scrollTop > 0) {
			box.scrollBy({ top: (index - start) * rowHeight });
		}
		before.current = ids;
	});
}
