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

/** Milliseconds for a page of the settings. */
const PAGE_TIMEOUT = 600_000;

/** A page of the settings has a title, and once its data is there nothing of it is loading. */
const COMPLETE = /^(?![\s\S]*Loading…)[\s\S]*<h2\b/;

/**
 * @param sections slugs of those sections of the settings of which each page is walked, as their
 *   links lead there
 * @param isOurs whether it is this file that walks a page of them
 */
export function pressDesk(
	name: string,
	email: string,
	views: readonly DeskView[],
	sections: readonly string[] = [],
	isOurs: (page: string) => boolean = () => true,
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
			test(slug, { timeout: Infinity }, async (context) => {
				const path = `/settings/${slug}`;
				for await (const at of findPages(stage, await viewOf(stage, desks, { at: path }), path)) {
					if (!isOurs(at)) continue;
					await context.test(at, { timeout: PAGE_TIMEOUT }, () =>
						press({
							at,
							without: PREVIEW,
							shows: COMPLETE,
							...(at.startsWith(`${path}/1/`) && { leaves: LINKS }),
						}),
					);
				}
			});
	});
}
