/** The walks of the desk: each file takes some of its views, for one person. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notePressed } from '../support/outcomes.ts';
import { type Desks, type DeskView, prepareDesks, viewOf } from './deskViews.ts';
import { Stage } from './stage.ts';
import { Walk } from './walk.ts';

export function pressDesk(name: string, email: string, views: readonly DeskView[]): void {
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

		for (const view of views)
			test(view.name ?? view.at, async () => {
				const walk = new Walk(stage, walked);
				await walk.walk(viewOf(stage, desks, view));
				pressed += walk.pressed;
				assert.deepEqual(walk.complaints, []);
			});
	});
}
