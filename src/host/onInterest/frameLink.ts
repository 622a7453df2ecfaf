/** The host's end of the bridge to its frame. */
import { decodeMessage, CHATWOOT_PREFIX, encodeMessage, MESSAGE_PREFIX } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { PendingRequest } from '../core/calls.ts';
import type { ChatwootLink } from '../onDemand/chatwootFrame.ts';
import type { Frame, FrameLink } from '../core/frame.ts';
import { createFrameHandlers } from './frameHandlers.ts';
import { handOver } from './handOver.ts';
import type { HostApi } from '../core/hostApi.ts';

export { followAddress } from './followAddress.ts';

/**
 * Loads the code of the methods that the page can call. A page on which the visitor only looks at
 * the chat does not need it.
 */
export function loadMethods() {
	return import('../onDemand/performMethod.ts');
}

/**
 * Opens the host's end of the bridge. Until the frame greets, the host receives its messages from
 * its window; the greeting brings a port, through which both sides write from then on. A frame of
 * Chatwoot brings no port: both sides keep to its window.
 */
export function openFrameLink(frame: Frame, host: HostApi): FrameLink {
	const delivered = new Map<string, PendingRequest>();
	const handlers = createFrameHandlers(frame, host, settle);
	let port: MessagePort | undefined;
	let chatwoot: ChatwootLink | undefined;
	/**
	 * Messages are handled one after the other: two imports of one module need not resolve in their
	 * order.
	 */
	let received = Promise.resolve();
	let ignored = 0;

	function handle(data: unknown) {
		const message = decodeMessage(FrameToHost, data);
		if (message) return dispatch(message);
		import('../onDemand/rareMessages.ts').then(({ handleLate }) => {
			if (!frame.signal.aborted && !handleLate(frame, host, data)) ignore('has another shape');
		}, console.debug);
	}

	function dispatch(message: FrameToHost) {
		// Each handler takes the message of its own name, which TypeScript cannot follow through
		// the table.
		(handlers[message.event] as (message: FrameToHost) => void)(message);
	}

	function ignore(reason: string) {
		ignored += 1;
		console.debug(`live-chat-widget: ignored ${ignored} messages. The last ${reason}.`);
	}

	/** Called again when the frame was reloaded, since it greets again then. */
	function adopt(next: MessagePort) {
		port?.close();
		port = next;
		frame.rememberWindow();
		port.onmessage = (event) => handle(event.data);
	}

	async function receiveChatwoot(data: string) {
		// An answer to Chatwoot's frame is addressed to an origin, and a page without one cannot
		// name it.
		if (port || frame.origin === 'null') return ignore('brought no port');
		try {
			const { openChatwootLink } = await import('../onDemand/chatwootFrame.ts');
			if (frame.signal.aborted) return;
			chatwoot ??= openChatwootLink(frame, host, dispatch);
			if (!chatwoot.receive(data)) ignore('has another shape');
		} catch (error) {
			ignore(`was not understood: ${String(error)}`);
		}
	}

	function post(message: HostToFrame) {
		if (port) port.postMessage(encodeMessage(message));
		else chatwoot?.post(message);
		if (message.event === 'toggle-open' && message.isOpen)
			post({ event: 'push-event', eventName: 'webwidget.triggered' });
	}

	function settle({ requestId, error, data }: Extract<FrameToHost, { event: 'settled' }>) {
		const asked = delivered.get(requestId);
		delivered.delete(requestId);
		asked?.settle(error, data);
	}

	frame.signal.addEventListener('abort', () => port?.close(), { once: true });

	return {
		receive({ data, source, origin, ports }) {
			if (typeof data !== 'string') return;
			const isChatwoot = data.startsWith(CHATWOOT_PREFIX);
			if (!isChatwoot && !data.startsWith(MESSAGE_PREFIX)) return;
			if (source !== frame.window || source === null) return ignore('came from another window');
			if (origin !== frame.origin) return ignore(`came from ${origin}`);
			if (isChatwoot) return void (received = received.then(() => receiveChatwoot(data)));
			const [greeting] = ports;
			if (!greeting) return ignore('brought no port');
			adopt(greeting);
			handle(data);
		},
		post,
		deliver(call) {
			if (!call.method) return call.resolve();
			const asked = host.calls.asked(call);
			if (!asked) return;
			if (chatwoot && !port) return chatwoot.deliver(asked);
			const requestId = String((count += 1));
			delivered.set(requestId, asked);
			post({ ...asked.request, requestId });
		},
		handOver: () => handOver(host),
	};
}

let count = 0;
