/** Keeps the chat in the page and the chat in a window of its own in step, where the one opened the other. */
import { loadChunk } from '#client/chunk.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { hostAtom } from '../features/host/host.ts';
import type { Store } from './store.ts';

/** Who the visitor is, and what they have typed. Messages come from the server, to both. */
const SHARED = ['session:', 'draft:', 'prechat:'];

/** Returns the undo. Both ends are this product's own pages: a browser lets nobody else hear, or say, any of it. */
export function connectPopOut(store: Store): () => void {
	const { websiteToken } = store.get(channelAtom);
	const { isPopOut } = store.get(hostAtom);
	const greeting = `live-chat-widget:pop-out:${websiteToken}`;
	const starts = SHARED.map((start) => start + websiteToken);
	const undos: (() => void)[] = [];
	let isStopped = false;

	/** What that takes is loaded for those who have a second window. */
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
		// Of another origin when the page itself opened the window: then nobody hears it.
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
