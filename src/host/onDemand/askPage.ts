/**
 * Asks the page before something is done, where its `ask-before` says so: a listener may refuse it.
 */
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import { PAGE_ANSWER_TIMEOUT } from '#protocol/base/limits.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import type { HostQuestion, HostQuestions } from '../core/hostEvents.ts';

interface Waiting {
	about: 'open' | 'close';
	done: Promise<void>;
	/** Nothing happens then, whatever the page answers. */
	end: () => void;
}

/** What waits for the page's answer: a second press of the launcher asks nothing again. */
const waiting = new WeakMap<HostApi, Waiting>();

/**
 * Opens or closes the panel by `act`, where the page does not want to be asked, or does not refuse.
 * The opposite ends what still waits for the page.
 */
export function askPage(host: HostApi, about: 'open' | 'close', act: () => Promise<void>): Promise<void> {
	const before = waiting.get(host);
	if (before?.about === about) return before.done;
	before?.end();
	const { settings, isOpen } = host.store.get();
	if (isOpen === (about === 'open') || !settings.askBefore.includes(about)) return act();
	const { life } = host;
	const ended = Promise.withResolvers<boolean>();
	const answer = Promise.race([ask(host, `before-${about}`, null), ended.promise]);
	// A tag that has left the page by then stays as it is. A chat that cannot be shown is told by
	// the event `error`.
	const asked = answer.then((isRefused) => (isRefused || life?.aborted ? undefined : act())).catch(() => {});
	const done = asked.finally(() => {
		if (waiting.get(host) === question) waiting.delete(host);
	});
	const question = { about, done, end: () => ended.resolve(true) };
	waiting.set(host, question);
	return done;
}

/** Answers the frame, which waits before it sends, or shows a message. */
export async function answerFrame(
	frame: Frame,
	host: HostApi,
	{ id, about, detail }: Extract<RareToHost, { event: 'ask' }>,
): Promise<void> {
	const given = detail as unknown as HostQuestions[`before-${typeof about}`];
	const isRefused = await ask(host, `before-${about}`, given);
	frame.link?.post({ event: 'answer', id, isRefused, detail });
}

/**
 * Resolves with whether a listener has cancelled the event, once all that they wait for is done.
 * Never rejects.
 */
async function ask(
	host: HostApi,
	name: keyof HostQuestions,
	detail: HostQuestions[keyof HostQuestions],
): Promise<boolean> {
	const awaited: Promise<unknown>[] = [];
	const init = { detail, bubbles: true, composed: true, cancelable: true };
	const event: HostQuestion<unknown> = Object.assign(new CustomEvent(`live-chat-widget:${name}`, init), {
		waitUntil: (promise: Promise<unknown>) => void awaited.push(promise),
	});
	host.element.dispatchEvent(event);
	if (awaited.length > 0) {
		const late = new Promise((resolve) => setTimeout(resolve, PAGE_ANSWER_TIMEOUT));
		await Promise.race([Promise.allSettled(awaited), late]);
	}
	return event.defaultPrevented;
}
