/** The frame's end of the bridge to the embedding page. */
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import type { ToHost } from '#protocol/frame/rareToHost.ts';
import { FromHost } from '#protocol/frame/hostToFrame.ts';

export interface HostChannel {
	/**
	 * A sandboxed page has no origin to address: any page that embeds us may read the first message
	 * then.
	 */
	isGreetingOpen: boolean;
	post: (message: ToHost) => void;
	close: () => void;
}

/**
 * Accepts messages from the parent window only, and only if it is of `origin` (`null` for a
 * sandboxed page). The first message is posted to the parent with one end of a MessagePort; all
 * others go through the port.
 */
export function openHostChannel(origin: string, onMessage: (message: FromHost) => void): HostChannel {
	const { port1, port2 } = new MessageChannel();
	const isGreetingOpen = origin === 'null';
	let hasGreeted = false;
	let ignored = 0;

	function receive(data: unknown) {
		const message = decodeMessage(FromHost, data);
		if (message) onMessage(message);
		else ignore();
	}

	function receiveFromWindow(event: MessageEvent<unknown>) {
		if (event.source === window.parent && event.origin === origin) receive(event.data);
		else ignore();
	}

	function ignore() {
		ignored += 1;
		console.debug(`live-chat-widget: ignored ${ignored} messages that are not the host's`);
	}

	port1.onmessage = (event) => receive(event.data);
	addEventListener('message', receiveFromWindow);
	return {
		isGreetingOpen,
		post(message) {
			if (hasGreeted) port1.postMessage(encodeMessage(message));
			else window.parent.postMessage(encodeMessage(message), isGreetingOpen ? '*' : origin, [port2]);
			hasGreeted = true;
		},
		close() {
			removeEventListener('message', receiveFromWindow);
			port1.close();
		},
	};
}
