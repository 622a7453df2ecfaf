/** What few pages ask for, in code of its own. The chat works without it. */
import { loadChunk } from '#client/chunk.ts';
import type { Store } from './store.ts';

/** Shows the font that the page names, from now on. */
export function loadPageFont(store: Store): void {
	loadChunk(() => import('./pageFont.ts')).then(({ followPageFont }) => followPageFont(store), console.debug);
}

/** Warns the page's developer if the website does not have the topic. */
export function checkTopic(store: Store, topic: string): void {
	loadChunk(() => import('../features/topics/offered.ts')).then(
		({ warnOfUnknownTopic }) => store.set(warnOfUnknownTopic, topic),
		console.debug,
	);
}
