/** The opacity of the expanded header while home is scrolled: one step per row. */
const STEPS = [
	{ past: 30, opacity: 30 },
	{ past: 25, opacity: 40 },
	{ past: 20, opacity: 60 },
	{ past: 15, opacity: 80 },
	{ past: 10, opacity: 90 },
] as const;

/** The opacity in percent, for a scroll offset in CSS pixels. */
export function headerOpacity(offset: number): number {
	return STEPS.find(({ past }) => offset > past)?.opacity ?? 100;
}
