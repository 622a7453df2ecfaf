import type { BrowserLauncher } from '@web/test-runner';
import { Key } from 'selenium-webdriver';
import { handsOfDriver } from './hands.ts';
import { startWebKit, type WebKit } from './webkit.ts';

/**
 * Runs test files in WebKitGTK, one after the other in its only window. The runner's commands
 * (`sendKeys`, `setViewport`) only know Puppeteer's pages, so this launcher claims to be
 * Puppeteer's, with as much of a page as they need.
 */
export function webkitLauncher(): BrowserLauncher & { getPage: (sessionId: string) => object } {
	let webkit: WebKit | undefined;
	let active: string | undefined;

	const driver = () => {
		if (!webkit) throw new Error('WebKit has not been started');
		return webkit.driver;
	};
	const page = {
		async setViewport({ width, height }: { width: number; height: number }) {
			const [outerWidth, outerHeight, innerWidth, innerHeight] = await driver().executeScript<number[]>(
				'return [outerWidth, outerHeight, innerWidth, innerHeight]',
			);
			const chrome = [outerWidth! - innerWidth!, outerHeight! - innerHeight!] as const;
			await driver()
				.manage()
				.window()
				.setRect({ x: 0, y: 0, width: width + chrome[0], height: height + chrome[1] });
		},
		get hands() {
			return handsOfDriver(driver());
		},
		keyboard: {
			async press(name: string) {
				const key = (Key as unknown as Record<string, string>)[name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()];
				await driver()
					.actions()
					.keyDown(key ?? name)
					.keyUp(key ?? name)
					.perform();
			},
		},
	};

	return {
		name: 'WebKitGTK',
		type: 'puppeteer',
		concurrency: 1,
		async startSession(sessionId, url) {
			webkit ??= await startWebKit();
			active = sessionId;
			await driver().get(url);
		},
		isActive: (sessionId) => sessionId === active,
		getBrowserUrl: () => driver().getCurrentUrl(),
		async stopSession() {
			active = undefined;
			await driver().get('about:blank');
			return {};
		},
		startDebugSession: () => Promise.reject(new Error('WebKitGTK cannot be debugged from here')),
		stop: async () => webkit?.stop(),
		getPage: () => page,
	};
}
