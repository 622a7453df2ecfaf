/**
 * The host's own views, at every size, light and dark, in three languages: nothing is cut off or
 * too small.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { ChannelLook } from '#protocol/entities/channel.ts';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import { LONG_NAME, SIZES } from '../widget/extremes.ts';
import { findFaultsIn } from '../widget/overflow.ts';
import { press } from '../support/browser/input.ts';
import { addWidget, atRest, findLauncher, isShown, panelOf, serve, until } from './hostPages.ts';

after(() => setViewport({ width: 800, height: 600 }));

interface Scene {
	/** The server's answer about the channel; a number is an error status. */
	channel: Partial<ChannelLook> | number;
	/** Brings the view on the screen; resolves when it is there. */
	show: (launcher: HTMLButtonElement, element: LiveChatWidget) => Promise<unknown>;
}

const NAMED = { website_name: LONG_NAME, launcher_title: LONG_NAME };
const SCENES: Record<string, Scene> = {
	'the launcher with its name': {
		channel: NAMED,
		show: (launcher) => until(() => launcher.textContent === LONG_NAME),
	},
	'the panel before the chat is there': {
		channel: NAMED,
		async show(_, element) {
			// Before a press comes the mouse, for which the first view is loaded.
			void element.open();
			await until(() => isShown(panelOf(element)));
		},
	},
	'the panel without a server': {
		channel: 503,
		async show(launcher, element) {
			await press(launcher);
			await until(() => panelOf(element)?.querySelector('[role=alert] button'));
		},
	},
};

for (const [name, { channel, show }] of Object.entries(SCENES)) {
	test(`nothing is cut off or overlaps: ${name}`, async () => {
		serve(channel);
		const element = addWidget({ type: 'expanded_bubble' });
		const launcher = await findLauncher(element);
		await show(launcher, element);
		await atRest(element);
		const root = await until(() => launcher.closest<HTMLElement>('[lang]'));
		const faults: string[] = [];
		for (const locale of ['en', 'ar', 'pseudo']) {
			element.locale = locale;
			await until(() => root.lang === locale);
			for (const darkMode of ['light', 'dark'] as const) {
				element.darkMode = darkMode;
				await until(() => root.dataset['theme'] === darkMode);
				for (const fault of await findFaultsIn(SIZES, root)) faults.push(`${locale}, ${darkMode}, ${fault}`);
			}
		}
		assert.deepEqual(faults, []);
	});
}
