/** The frame's end of the bridge to the embedding page. */
import { decodeMessage, encodeMessage } from '#protocol/frameMessages.ts';
import type { FrameToHost } from '#protocol/frameToHost.ts';
import { FromHost } from '#protocol/hostToFrame.ts';

export interface HostChannel {
	/** Where the page has no origin, in a sandbox, the first message may be read by whoever frames us. */
	isGreetingOpen: boolean;
	post: (message: FrameToHost) => void;
	close: () => void;
}

/**
 * Listens to the parent window, which must be of `origin` (`null` for a page in a sandbox), and to nobody else. The first message that is posted goes to the
 * parent with one end of a MessagePort; all that follow go through the other end.
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
