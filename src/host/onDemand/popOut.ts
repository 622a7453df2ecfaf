/**
 * Moves the chat out of the page into a window, for the page's own controls; the button in the chat
 * is handled by the frame.
 */
import { popOutAddress } from '#protocol/frame/popOutAddress.ts';
import type { HostApi } from '../core/hostApi.ts';
import { HostError } from '../core/hostEvents.ts';
import { memoryOf } from '../core/visitorMemory.ts';

/**
 * Shows the visitor's session in the window that was `opened` for it; if the call fails, the host
 * closes the window. A visitor without a session has to begin one first: page and window could not
 * agree on one later, since browsers keep their storages apart, and the page may be another one by
 * then. So has one that the page is about to name.
 */
export function openPopOut(host: HostApi, opened: Window | null): 'done' | undefined {
	if (!opened) throw new HostError('POP_OUT_BLOCKED', 'the browser opened no window');
	if (memoryOf(host).token === undefined || host.calls.isSettingUser) return undefined;
	showChatIn(opened, host);
	return 'done';
}

/** If the visitor has already closed the window, the chat stays where it is. */
export function showChatIn(opened: Window, host: HostApi): void {
	if (opened.closed) return;
	opened.location.replace(addressOf(host));
	opened.focus();
	host.panel.close();
}

function addressOf(host: HostApi): string {
	const { baseUrl, websiteToken, topic, darkMode } = host.store.get().settings;
	const authToken = memoryOf(host).token;
	return popOutAddress(baseUrl, { authToken, websiteToken, locale: host.channel.locale(), topic, darkMode });
}
