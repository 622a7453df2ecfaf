/**
 * What few pages set about opening and hiding the chat: `hide`, `hide-on`, `open-on`, `ask-before`.
 * The host names this module alone, since each further one would cost bytes in every page.
 */
import type { HostApi } from '../core/hostApi.ts';
import { followHiding, type LoadLink } from './hiding.ts';
import { followOpenOn } from './openOn.ts';

export { askPage } from './askPage.ts';

/** Hides and opens the chat by the page's settings until `signal` is aborted. */
export function hideAndOpen(host: HostApi, signal: AbortSignal, loadLink: LoadLink): void {
	if (signal.aborted) return;
	followHiding(host, signal, loadLink);
	followOpenOn(host, signal);
}
