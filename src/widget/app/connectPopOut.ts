/** Synchronises the chat in the page with the chat in the window that one of them opened. */
import { loadChunk } from '#client/chunk.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { hostAtom } from '../features/host/host.ts';
import type { Store } from './store.ts';

/** The keys that are copied: the session, and what the visitor has typed. Both windows get messages from the server. */
const SHARED = ['session:', 'draft:', 'prechat:'];

/**
 * Returns the undo. Both ends are our own pages: `postMessage` is limited to our origin, so no other page can read or send
 * any of it.
 */
export function connectPopOut(store: Store): () => void {
	const { websiteToken } = store.get(channelAtom);
	const { isPopOut } = store.get(hostAtom);
	const greeting = `live-chat-widget:pop-out:${websiteToken}`;
	const starts = SHARED.map((start) => start + websiteToken);
	const undos: (() => void)[] = [];
	let isStopped = false;

	/** The code for it is loaded once there is a second window. */
	async function share(port: MessagePort) {
		try {
			const { shareStored } = await loadChunk(() => import('#client/shareStored.ts'));
			if (!isStopped) undos.push(shareStored(port, starts));
		} catch (error) {
			console.debug('live-chat-widget: the two windows are not in step', error);
		}
	}

	function meet({ origin, data, ports: [port] }: MessageEvent<unknown>) {
		if (origin === location.origin && data === greeting && port) void share(port);
	}

	if (isPopOut) {
		const { port1, port2 } = new MessageChannel();
		// The opener has another origin when the page itself opened the window: the browser then drops the message.
		(window.opener as Window | null)?.postMessage(greeting, location.origin, [port2]);
		void share(port1);
	} else {
		addEventListener('message', meet);
		undos.push(() => removeEventListener('message', meet));
	}
	return () => {
		isStopped = true;
		for (const undo of undos) undo();
	};
}
