/** Synchronises the chat in the page with the chat in the window that one of them opened. */
import { loadChunk } from '#client/chunk.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { hostAtom } from '../../features/host/host.ts';
import type { Store } from '../routing/store.ts';

/**
 * Returns the undo. Both ends are our own pages: `postMessage` is limited to our origin, so no
 * other page can read or send any of it.
 */
export function connectPopOut(store: Store): () => void {
	const greeting = `live-chat-widget:pop-out:${store.get(channelAtom).websiteToken}`;
	const ending = new AbortController();
	const { signal } = ending;

	function share(port?: MessagePort) {
		loadChunk(() => import('./shareWithWindow.ts')).then(
			({ shareWithWindow }) => shareWithWindow(store, greeting, signal, port),
			(error: unknown) => console.debug(error),
		);
	}

	function meet({ origin, data, ports: [port] }: MessageEvent<unknown>) {
		if (origin === location.origin && data === greeting && port) share(port);
	}

	if (store.get(hostAtom).isPopOut) share();
	else addEventListener('message', meet, { signal });
	return () => ending.abort();
}
