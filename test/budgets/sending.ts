import type { Frame, LaunchOptions } from 'puppeteer-core';
import { see } from '../journeys/waiting.ts';
import { findFrame, openComposer, withBrowser } from './shop.ts';

/** Milliseconds after the press of the key that sends a message. */
export interface SendingTime {
	/** Until its request was sent. */
	left: number;
	/** Until the visitor's own bubble was painted. */
	painted: number;
}

export interface SendingOptions extends LaunchOptions {
	/** How many times slower the processor is. */
	slowdown?: number;
}

const MESSAGES = 9;

/**
 * Measures the median of several messages that a visitor with a session sends one after the other.
 */
export function timeSending(url: string, { slowdown = 1, ...options }: SendingOptions = {}): Promise<SendingTime> {
	return withBrowser(async (browser) => {
		const page = await browser.newPage();
		await page.goto(url);
		const composer = await openComposer(page);
		const frame = await findFrame(page);
		await composer.type('Hello\n');
		await seeSent(frame, 1);
		await frame.evaluate(watchSending);
		if (slowdown > 1) await page.emulateCPUThrottling(slowdown);
		const times: SendingTime[] = [];
		while (times.length < MESSAGES) {
			await composer.type(`Message ${times.length}`);
			await page.keyboard.press('Enter');
			await seeSent(frame, times.length + 2);
			times.push(await frame.evaluate(readSending));
		}
		const middle = (values: number[]) => values.toSorted((a, b) => a - b)[MESSAGES >> 1] ?? Number.NaN;
		return { left: middle(times.map(({ left }) => left)), painted: middle(times.map(({ painted }) => painted)) };
	}, options);
}

/** Resolves when that many messages are shown, and none is being sent. */
function seeSent(frame: Frame, count: number): Promise<void> {
	return see(
		frame,
		`${count} messages sent`,
		(wanted) =>
			document.querySelectorAll('[role=log] [data-state]').length === wanted &&
			!document.querySelector('[data-state=in_progress]'),
		count,
	);
}

/** Runs in the chat: records the key press, and when the bubble that follows from it is painted. */
function watchSending(): void {
	const log = document.querySelector('[role=log]');
	if (!log) throw new Error('There is no conversation.');
	addEventListener(
		'keydown',
		({ key, timeStamp }) => {
			if (key !== 'Enter') return;
			window.pressedAt = timeStamp;
			const observer = new MutationObserver(() => {
				if (!log.querySelector('[data-state=in_progress]')) return;
				observer.disconnect();
				requestAnimationFrame(() => {
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = () => (window.paintedAt = performance.now());
					port2.postMessage(null);
				});
			});
			observer.observe(log, { childList: true, subtree: true });
		},
		true,
	);
}

function readSending(): SendingTime {
	const requests = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/widget/messages'));
	const left = Math.max(...requests.map(({ startTime }) => startTime));
	return { left: left - window.pressedAt, painted: window.paintedAt - window.pressedAt };
}

declare global {
	interface Window {
		pressedAt: number;
		paintedAt: number;
	}
}
