/** The host's end of the bridge to its frame (specification section 3; design section 4, "bridge"). */
import * as v from 'valibot';
import { decodeMessage, encodeMessage, FrameToHost, HostToFrame, MESSAGE_PREFIX } from '#protocol/frameMessages.ts';
import type { Frame } from './frame.ts';
import { createFrameHandlers } from './frameHandlers.ts';
import type { Host } from './host.ts';

export interface FrameLink {
	/** Takes any message that reached the page; only the frame's are heard. */
	receive: (event: MessageEvent<unknown>) => void;
	/** Says it to the frame, once that has greeted. Throws a `ValiError` for a shape that the frame would ignore. */
	post: (message: HostToFrame) => void;
}

/** Until the frame greets it is heard through its window; its greeting brings a port, and then all goes through that. */
export function openFrameLink(frame: Frame, host: Host): FrameLink {
	const handlers = createFrameHandlers(frame, host);
	let port: MessagePort | undefined;
	let ignored = 0;

	function handle(data: unknown) {
		const message = decodeMessage(FrameToHost, data);
		if (!message) return ignore('has another shape');
		// Each handler takes the message of its own name, which TypeScript cannot follow through the table.
		(handlers[message.event] as (message: FrameToHost) => void)(message);
	}

	function ignore(reason: string) {
		ignored += 1;
		console.debug(`live-chat-widget: ignored ${ignored} messages. The last ${reason}.`);
	}

	/** A frame that was reloaded greets again. */
	function adopt(next: MessagePort) {
		port?.close();
		port = next;
		port.onmessage = (event) => handle(event.data);
	}

	frame.signal.addEventListener('abort', () => port?.close(), { once: true });

	return {
		receive({ data, source, origin, ports }) {
			if (typeof data !== 'string' || !data.startsWith(MESSAGE_PREFIX)) return;
			if (source !== frame.window || source === null) return ignore('came from another window');
			if (origin !== frame.origin) return ignore(`came from ${origin}`);
			const [greeting] = ports;
			if (!greeting) return ignore('brought no port');
			adopt(greeting);
			handle(data);
		},
		post(message) {
			port?.postMessage(encodeMessage(v.parse(HostToFrame, message)));
		},
	};
}
