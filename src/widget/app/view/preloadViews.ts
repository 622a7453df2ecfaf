/** The files of the views, which the document of a closed widget lists in its template `#later`. */

/** Loads all of them in parallel, instead of each when another one imports it. */
export function preloadViews(): void {
	const template = findTemplate();
	if (template) document.head.append(template.content);
}

/**
 * Requests all of them, and the style sheets, without drawing anything: the visitor may open the
 * chat soon.
 */
export function expectViews(): void {
	preloadViews();
	for (const { href } of findStyles()) void fetchOne(href);
}

/**
 * Fetches some of them, and the style sheets, into the browser's cache while the browser is idle.
 * They are not preloaded as modules, since browsers do not retry a module whose preload failed.
 * Returns the undo.
 */
export function prefetchViews(): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	const fetchAll = () => {
		for (const { href } of signal.aborted ? [] : findAhead()) void fetchOne(href, 'low');
	};
	// WebKit has no idle callback. A task of its own after `load` is the closest to it.
	const idle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
	if (!savesData()) addEventListener('load', () => void idle(fetchAll), { once: true, signal });
	return () => ending.abort();
}

function findTemplate(): HTMLTemplateElement | null {
	return document.querySelector<HTMLTemplateElement>('template#later');
}

function findAhead(): HTMLLinkElement[] {
	const modules = [...(findTemplate()?.content.querySelectorAll<HTMLLinkElement>('[data-ahead]') ?? [])];
	return modules.length > 0 ? [...modules, ...findStyles()] : [];
}

function findStyles(): NodeListOf<HTMLLinkElement> {
	return document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]');
}

async function fetchOne(address: string, priority: RequestPriority = 'auto'): Promise<void> {
	try {
		// Browsers cache only responses that are read to their end.
		await (await fetch(address, { priority })).arrayBuffer();
	} catch (error) {
		console.debug(error);
	}
}

/**
 * Whether the visitor wants to save data, or has a slow network, which is often expensive as well.
 */
function savesData(): boolean {
	const { connection } = navigator;
	return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

declare global {
	interface Navigator {
		/** The Network Information API, which only Chromium has. */
		readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
	}
}
