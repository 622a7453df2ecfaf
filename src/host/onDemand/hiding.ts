/** Where there is a chat without the page opening it (`hide`, `hide-on`). */
import { matchesPage } from '#protocol/base/pagePattern.ts';
import type { HostApi } from '../core/hostApi.ts';
import { beginsOpen } from '../core/openState.ts';
import { wordsOf } from './wordsOf.ts';

/**
 * Loads what loads at interest, which has this too: a chunk of its own would cost every page with a
 * chat a request.
 */
export type LoadLink = () => Promise<{ followAddress: (onChange: () => void, signal: AbortSignal) => void }>;

/**
 * Follows the page's address and what the host knows. By now the server has answered for the
 * channel.
 */
export function followHiding(host: HostApi, signal: AbortSignal, loadLink: LoadLink): void {
	const follow = (): void => decide(host);
	if (host.store.get().settings.hideOn) void followRoutes(follow, signal, loadLink);
	signal.addEventListener('abort', host.store.subscribe(follow), { once: true });
	follow();
}

async function followRoutes(onChange: () => void, signal: AbortSignal, loadLink: LoadLink): Promise<void> {
	const { followAddress } = await loadLink();
	if (signal.aborted) return;
	followAddress(onChange, signal);
	// The router may have changed it while this code was loading.
	onChange();
}

/**
 * Hides the chat or shows it again, as it was. A chat that the page has opened where it is hidden
 * stays.
 */
function decide(host: HostApi): void {
	const { settings, isHidden } = host.store.get();
	const isUnwanted = isUnwantedHere(host);
	if (isUnwanted === isHidden) return;
	if (isUnwanted) {
		// Not `close`: the visitor has not closed it.
		host.panel.set(false, true, true);
		host.frame.end();
		// Calls that are under way go on in another frame.
		host.frame.plan();
	} else {
		host.panel.set(beginsOpen(settings), true);
		host.frame.plan();
	}
}

function isUnwantedHere(host: HostApi): boolean {
	const { settings, look, isMobile } = host.store.get();
	const reasons = wordsOf(settings.hide);
	return (
		(reasons.includes('away') && look?.is_available === false) ||
		(reasons.includes('mobile') && isMobile) ||
		wordsOf(settings.hideOn).some((pattern) => matchesPage(pattern, location.href))
	);
}
