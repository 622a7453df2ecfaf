/** The files of the views, which the document of a closed widget names in its template `#later`. */

/** Asks for all of them now and at once, instead of for each when another one imports it. */
export function preloadLater(): void {
	const template = findTemplate();
	if (template) document.head.append(template.content);
}

/**
 * Fetches some of them, and the style sheets, into the browser's cache when it has nothing else to do. Nothing of it runs: to
 * a module that was preloaded in vain browsers would not give another try. Returns the undo.
 */
export function fetchAhead(): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	const fetchAll = () => {
		for (const { href } of signal.aborted ? [] : findAhead()) void fetchOne(href);
	};
	// WebKit has no idle callback; after `load` a task of its own is as idle as it gets.
	const idle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
	if (!savesData()) addEventListener('load', () => void idle(fetchAll), { once: true, signal });
	return () => ending.abort();
}

function findTemplate(): HTMLTemplateElement | null {
	return document.querySelector<HTMLTemplateElement>('template#later');
}

function findAhead(): HTMLLinkElement[] {
	const modules = [...(findTemplate()?.content.querySelectorAll<HTMLLinkElement>('[data-ahead]') ?? [])];
	const styles = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]');
	return modules.length > 0 ? [...modules, ...styles] : [];
}

async function fetchOne(address: string): Promise<void> {
	try {
		// Browsers keep what has been read to its end.
		await (await fetch(address, { priority: 'low' })).arrayBuffer();
	} catch (error) {
		console.debug('live-chat-widget: not fetched ahead', error);
	}
}

/** The visitor, or a network that is slow and often dear, asks for as little as possible. */
function savesData(): boolean {
	const { connection } = navigator;
	return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

declare global {
	interface Navigator {
		/** Of the Network Information API, which Chromium alone has. */
		readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
	}
}
