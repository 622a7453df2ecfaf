// chunk: elsewhere
/**
 * The bridge to an app that shows `/widget` in a web view of its own (docs/wire.md, Page and
 * frame).
 */
import { decodeMessage, encodeMessage, MESSAGE_PREFIX } from '#protocol/frame/frameMessages.ts';
import { toUserFacts } from '#protocol/frame/givenFacts.ts';
import { FromHost } from '#protocol/frame/hostToFrame.ts';
import type { HostChannel } from './hostChannel.ts';
import type { NativeBridge } from './nativeBridge.ts';

/**
 * Accepts messages that the app posts within this window (`window.postMessage(…)`) or from outside
 * (Android's `postWebMessage`, which has neither sender nor origin). Messages of other windows,
 * such as the frame of a call, are ignored.
 */
export function openNativeChannel(bridge: NativeBridge, onMessage: (message: FromHost) => void): HostChannel {
	function receive({ data, source, origin }: MessageEvent<unknown>) {
		const isOwn = source === window && origin === location.origin;
		const isFromOutside = source === null && origin === '';
		const message = isOwn || isFromOutside ? decodeMessage(FromHost, data, fromApp) : undefined;
		if (message) onMessage(message);
	}

	addEventListener('message', receive);
	return {
		isGreetingOpen: false,
		post(message) {
			bridge(
				message.event === 'closeWindow'
					? `${MESSAGE_PREFIX}${JSON.stringify({ ...message, type: 'close-widget' })}`
					: encodeMessage(message),
			);
		},
		close: () => removeEventListener('message', receive),
	};
}

/** Of a user the app may send what it does not know, too, as null. */
function fromApp(json: unknown): unknown {
	const { user } = (json ?? {}) as { user?: unknown };
	return user ? { ...(json as object), user: toUserFacts(user) } : json;
}
