/**
 * Where a key moves the focus among the items of a menu: an index, or undefined for a key that does
 * not move it.
 */
export function findItemByKey(key: string, current: number, count: number): number | undefined {
	const targets: Record<string, number> = {
		ArrowDown: (current + 1) % count,
		ArrowUp: (Math.max(current, 0) - 1 + count) % count,
		Home: 0,
		End: count - 1,
	};
	return targets[key];
}
