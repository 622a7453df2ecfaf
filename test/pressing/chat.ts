/** Presses every control of the chat's views, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notePressed } from '../support/outcomes.ts';
import { type ChatView, prepare } from './chatViews.ts';
import { type Kept, Stage } from './stage.ts';
import { Walk } from './walk.ts';

export function pressChat(title: string, views: readonly ChatView[]): void {
	describe(title, () => {
		let stage: Stage;
		let clean: Kept;
		const walked = new Set<string>();
		let pressed = 0;
		before(async () => {
			stage = await Stage.start();
			clean = await stage.keep();
		});
		after(async () => {
			notePressed(pressed);
			await stage.stop();
		});

		for (const view of views)
			test(view.name, async () => {
				const walk = new Walk(stage, walked);
				await walk.walk(await prepare(stage, clean, view));
				pressed += walk.pressed;
				assert.deepEqual(walk.complaints, []);
			});
	});
}
