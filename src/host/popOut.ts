/** What takes the chat out of the page, for the page's own controls; the button in the chat is the frame's. */
import { popOutAddress } from '#protocol/popOutAddress.ts';
import type { Call, FrameRequest } from './calls.ts';
import type { Host } from './host.ts';
import { HostError } from './hostEvents.ts';
import { knownToken } from './visitorMemory.ts';

/**
 * Leads the window that `call` has `opened` to the visitor's session once the call is done; should that fail, the host takes it
 * away. A visitor without a session is to begin one first: page and window could not agree on one later, since browsers keep their
 * storages apart, and the page may be another one by then.
 */
export function takeOut(host: Host, call: Call, opened: Window | null): FrameRequest | undefined {
	if (!opened) throw new HostError('POP_OUT_BLOCKED', 'the browser opened no window');
	if (!host.calls.has(call)) return undefined;
	const { resolve } = call;
	call.resolve = () => {
		if (!opened.closed) {
			opened.location.replace(addressOf(host));
			opened.focus();
			void host.close();
		}
		resolve();
	};
	return knownToken(host) === undefined ? { event: 'begin-session' } : undefined;
}

function addressOf(host: Host): string {
	const { baseUrl, websiteToken } = host.store.get().settings;
	return popOutAddress(baseUrl, { authToken: knownToken(host), websiteToken, locale: host.locale });
}
