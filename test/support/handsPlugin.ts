import type { TestRunnerPlugin } from '@web/test-runner';
import type { Page } from 'puppeteer-core';
import { chosenBrowser } from './browser.ts';
import { type Hands, handsOf } from './hands.ts';

/**
 * A command of the runner with which the page moves its own mouse, finger and keys, one message
 * each. The runner's own commands have no finger, press one key at a time, and cannot put in a text
 * at once.
 */
export const handsPlugin: TestRunnerPlugin = {
	name: 'hands',
	async executeCommand({ command, payload, session }) {
		if (command !== 'hands') return undefined;
		const { verb, args } = payload as { verb: Exclude<keyof Hands, 'canUseOpenLists'>; args: never[] };
		const page = (session.browser as unknown as { getPage: (id: string) => Page | { hands: Hands } }).getPage(
			session.id,
		);
		const hands = 'hands' in page ? page.hands : handsOf(page, chosenBrowser === 'chromium');
		await Reflect.apply(hands[verb], hands, args);
		return true;
	},
};
