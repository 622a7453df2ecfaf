/** What takes the chat out of the page, for the page's own controls; the button in the chat is the frame's. */
import { popOutAddress } from '#protocol/popOutAddress.ts';
import type { Host } from '../core/host.ts';
import { HostError } from '../core/hostEvents.ts';
import { memoryOf } from '../onInterest/visitorMemory.ts';

/**
 * Shows the visitor's session in the window that was `opened` for it; should the call fail, the host takes the window away. A
 * visitor without a session is to begin one first: page and window could not agree on one later, since browsers keep their
 * storages apart, and the page may be another one by then.
 */
export function takeOut(host: Host, opened: Window | null): 'done' | undefined {
	if (!opened) throw new HostError('POP_OUT_BLOCKED', 'the browser opened no window');
	if (memoryOf(host).token === undefined) return undefined;
	showChatIn(opened, host);
	return 'done';
}

/** The visitor may have closed the window meanwhile: then the chat stays where it is. */
export function showChatIn(opened: Window, host: Host): void {
	if (opened.closed) return;
	opened.location.replace(addressOf(host));
	opened.focus();
	void host.close();
}

function addressOf(host: Host): string {
	const { baseUrl, websiteToken } = host.store.get().settings;
	return popOutAddress(baseUrl, { authToken: memoryOf(host).token, websiteToken, locale: host.channel.locale() });
}
