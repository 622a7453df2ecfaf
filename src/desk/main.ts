/** The desk's page: it has one desk. */
import { registerServiceWorker } from './serviceWorker/registerServiceWorker.ts';
import { startDesk } from './startDesk.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');
// If an entry waits here, Rollup no longer takes its modules for loaded when it imports chunks, and
// divides it into thirty files.
void startDesk(root).then(() => keepShell());

/** What the desk shows comes first. It works without the worker as well. */
function keepShell(): void {
	// WebKit has no idle callback.
	const idle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
	idle(() => void registerServiceWorker().catch((error: unknown) => console.debug('No service worker', error)));
}
