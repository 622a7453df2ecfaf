/** The walks of the desk: each file takes some of its views, for one person. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notePressed } from '../support/outcomes.ts';
import { findPages } from './deskPages.ts';
import { type Desks, type DeskView, nameOf, prepareDesks, PREVIEW, viewOf } from './deskViews.ts';
import { Stage } from './stage.ts';
import { Walk } from './walk.ts';

/** On each page below another one are the links to all of them. */
const LINKS = 'main nav';

/** A page of the settings has a title, and once its data is there nothing of it is loading. */
const COMPLETE = /^(?![\s\S]*Loading…)[\s\S]*<h2\b/;

/**
 * @param sections slugs of those sections of the settings of which each page is walked, as their
 *   links lead there
 */
export function pressDesk(
	name: string,
	email: string,
	views: readonly DeskView[],
	sections: readonly string[] = [],
): void {
	describe(name, () => {
		let stage: Stage;
		let desks: Desks;
		const walked = new Set<string>();
		let pressed = 0;
		before(async () => {
			stage = await Stage.start();
			desks = await prepareDesks(stage, email);
		});
		after(async () => {
			notePressed(pressed);
			await stage.stop();
		});

		const press = async (view: DeskView): Promise<void> => {
			const walk = new Walk(stage, walked);
			await walk.walk(await viewOf(stage, desks, view));
			pressed += walk.pressed;
			assert.deepEqual(walk.complaints, []);
			assert.notEqual(walk.pressed, 0);
		};
		for (const view of views) test(nameOf(view), () => press(view));
		for (const slug of sections)
			test(slug, async (context) => {
				const path = `/settings/${slug}`;
				for await (const at of findPages(stage, await viewOf(stage, desks, { at: path }), path))
					await context.test(at, () =>
						press({
							at,
							without: PREVIEW,
							shows: COMPLETE,
							...(at.startsWith(`${path}/1/`) && { leaves: LINKS }),
						}),
					);
			});
	});
}
