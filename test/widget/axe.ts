import assert from 'node:assert/strict';
import axe from 'axe-core';

/** Runs axe once transitions and finite animations are over, since it would judge colours and focus in motion. */
export async function axeFindsNothing(place = '#app'): Promise<void> {
	const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
	await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
	const { violations } = await axe.run(place, {
		runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
	});
	assert.deepEqual(
		violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
		[],
	);
}
