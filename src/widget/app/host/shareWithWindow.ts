// chunk: elsewhere
/**
 * Keeps the chat in the page and the chat in the window that one of them opened in step. Loaded
 * once there is a second window.
 */
import type { UnreadRequest } from '#protocol/frame/hostMethods.ts';
import { loadChunk } from '#client/chunk.ts';
import { shareStored } from '#client/shareStored.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import type { Store } from '../routing/store.ts';

/**
 * The keys that are copied: the session, and what the visitor has typed. Both windows get messages
 * from the server.
 */
const SHARED = ['session:', 'draft:', 'reply:', 'answers:', 'prechat:', 'topic:'];

/**
 * Over the port of the window that has spoken to this one; without it, this window speaks first, to
 * its opener.
 */
export function shareWithWindow(store: Store, greeting: string, signal: AbortSignal, given?: MessagePort): void {
	if (signal.aborted) return;
	const { websiteToken } = store.get(channelAtom);
	const starts = SHARED.map((start) => start + websiteToken);
	const port = given ?? speakToOpener(greeting);
	const undo = shareStored(port, starts);
	signal.addEventListener('abort', undo);
	shareTexts(store, port, given !== undefined, signal).catch(console.debug);
}

/** The frame passes texts in the page's own words on to the window, as the page has given them. */
async function shareTexts(store: Store, port: MessagePort, isFrame: boolean, signal: AbortSignal): Promise<void> {
	if (isFrame) {
		const { followPageTexts } = await loadChunk(() => import('../../features/language/ownTexts.ts'));
		if (signal.aborted) return;
		const undo = followPageTexts((texts) => port.postMessage({ event: 'set-texts', texts }));
		return signal.addEventListener('abort', undo);
	}
	port.addEventListener('message', ({ data }: MessageEvent<UnreadRequest>) => {
		if (data.event !== 'set-texts') return;
		loadChunk(() => import('./hostRequests.ts'))
			.then(({ performRequest }) => performRequest(store, data))
			.catch(console.debug);
	});
}

function speakToOpener(greeting: string): MessagePort {
	const { port1, port2 } = new MessageChannel();
	// The opener has another origin when the page itself opened the window: the browser then drops
	// the message.
	(window.opener as Window | null)?.postMessage(greeting, location.origin, [port2]);
	return port1;
}
