/** Not in every browser: Chromium since 129, Firefox since 142. */
declare const scheduler: { yield?: () => Promise<void> } | undefined;

/** Goes on in another task, so that the page can answer the visitor, and draw, before that. */
export function yieldToPage(): Promise<void> {
	if (typeof scheduler !== 'undefined' && scheduler.yield) return scheduler.yield();
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}
