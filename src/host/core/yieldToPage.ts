/** Chromium has it since 129, Firefox since 142; Safari lacks it. */
declare const scheduler: { yield?: () => Promise<void> } | undefined;

/** Resolves in another task, so that the page can respond to the visitor and draw before. */
export function yieldToPage(): Promise<void> {
	if (typeof scheduler !== 'undefined' && scheduler.yield) return scheduler.yield();
	return new Promise((resolve) => setTimeout(resolve));
}
