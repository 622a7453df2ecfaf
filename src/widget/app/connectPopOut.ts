/** Keeps the chat in the page and the chat in a window of its own in step, where the one opened the other. */
import { shareStored } from '#client/storage.ts';
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

	function meet({ origin, data, ports: [port] }: MessageEvent<unknown>) {
		if (origin === location.origin && data === greeting && port) undos.push(shareStored(port, starts));
	}

	if (isPopOut) {
		const { port1, port2 } = new MessageChannel();
		// Of another origin when the page itself opened the window: then nobody hears it.
		(window.opener as Window | null)?.postMessage(greeting, location.origin, [port2]);
		undos.push(shareStored(port1, starts));
	} else {
		addEventListener('message', meet);
		undos.push(() => removeEventListener('message', meet));
	}
	return () => undos.forEach((undo) => undo());
}
