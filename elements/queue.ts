/**
 * `window.liveChatWidget`: calls from before the tag's code has loaded, in an array that the tags
 * empty. From then on its `push` makes a call at once.
 */
import type { HostMethods } from '../src/host/core/methods.ts';

type Call = { [M in keyof HostMethods]: [method: M, ...args: Parameters<HostMethods[M]>] }[keyof HostMethods];

/**
 * A method and its arguments: for the first tag of the page, or for the first one that the selector
 * before them finds.
 */
export type QueuedCall = Call | [selector: string, ...call: Call];

declare global {
	var liveChatWidget: QueuedCall[] | undefined;
}

/**
 * Makes the calls for a tag that has come into the page; the others wait for theirs. @param methods
 * by their names
 */
export function serveQueue(methods: object): void {
	const queue = Array.isArray(globalThis.liveChatWidget) ? globalThis.liveChatWidget : (globalThis.liveChatWidget = []);
	// A call may itself lead to another call.
	queue.push = (...calls) => queue.unshift(...[...queue.splice(0), ...calls].filter((call) => !perform(call, methods)));
	queue.push();
}

/** Answers false while its tag is not there. */
function perform(call: QueuedCall, methods: object): boolean {
	const addressed: unknown[] = call[0] in methods ? ['live-chat-widget', ...call] : call;
	const [selector, name, ...args] = addressed as [string, string, ...unknown[]];
	const method = Reflect.get(methods, name) as ((...args: unknown[]) => Promise<unknown>) | undefined;
	let isReady = true;
	new Promise((resolve) => {
		if (!method) throw new TypeError('No such method');
		const tag = document.querySelector(selector);
		isReady = tag?.matches(':defined') ?? false;
		if (isReady) resolve(method.apply(tag, args));
	}).catch((error: unknown) => console.warn('live-chat-widget:', call, error));
	return isReady;
}
