import assert from 'node:assert/strict';
import axe from 'axe-core';

type Scheme = 'light' | 'dark';

/**
 * Runs axe in each of the colour schemes, or as the page is, once transitions and finite animations
 * are over: it would judge colours and focus in motion.
 */
export async function axeFindsNothing(place = '#app', schemes?: readonly Scheme[]): Promise<void> {
	const root = document.documentElement;
	for (const scheme of schemes ?? [root.style.colorScheme]) {
		root.style.colorScheme = scheme;
		const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
		await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
		const { violations } = await axe.run(place, {
			runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
		});
		assert.deepEqual(
			violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
			[],
		);
	}
	if (schemes) root.style.colorScheme = '';
}
