/** Asks the page before something is done, where its `ask-before` says so: a listener may refuse it. */
import type { LateToHost } from '#protocol/lateToHost.ts';
import { PAGE_ANSWER_TIMEOUT } from '#protocol/limits.ts';
import type { Frame } from '../core/frame.ts';
import type { Host } from '../core/host.ts';
import type { HostQuestion, HostQuestions } from '../core/hostEvents.ts';

/** What waits for the page's answer, by what it is: a second press of the launcher asks nothing again. */
const waiting = new WeakMap<Host, Map<string, Promise<void>>>();

/** Opens or closes the panel by `act`, unless it is so already, or the page refuses: then nothing happens. */
export function askPage(host: Host, about: 'open' | 'close', act: () => Promise<void>): Promise<void> {
	const answers = waiting.get(host) ?? new Map<string, Promise<void>>();
	waiting.set(host, answers);
	if (host.store.get().isOpen === (about === 'open')) return act();
	const before = answers.get(about);
	if (before) return before;
	const { life } = host;
	const answer = ask(host, `before-${about}`, null);
	// A tag that has left the page meanwhile stays as it is. A chat that cannot be shown then is told by the event `error`.
	const asked = answer.then((isRefused) => (isRefused || life?.aborted ? undefined : act())).catch(() => {});
	answers.set(about, asked);
	return asked.finally(() => answers.delete(about));
}

/** Answers the frame, which waits before it sends. */
export async function answerFrame(
	frame: Frame,
	host: Host,
	{ id, about, detail }: Extract<LateToHost, { event: 'ask' }>,
): Promise<void> {
	const given = detail as unknown as HostQuestions['before-send'];
	const isRefused = await ask(host, `before-${about}`, given);
	frame.link?.post({ event: 'answer', id, isRefused, detail });
}

/** Resolves with whether a listener has cancelled the event, once all that they wait for is done. Never rejects. */
async function ask(
	host: Host,
	name: keyof HostQuestions,
	detail: HostQuestions['before-send'] | null,
): Promise<boolean> {
	const awaited: Promise<unknown>[] = [];
	const init = { detail, bubbles: true, composed: true, cancelable: true };
	const event: HostQuestion<unknown> = Object.assign(new CustomEvent(`live-chat-widget:${name}`, init), {
		waitUntil: (promise: Promise<unknown>) => void awaited.push(promise),
	});
	host.emit<keyof HostQuestions>(name, detail, event);
	if (awaited.length > 0) {
		const late = new Promise((resolve) => setTimeout(resolve, PAGE_ANSWER_TIMEOUT));
		await Promise.race([Promise.allSettled(awaited), late]);
	}
	return event.defaultPrevented;
}
