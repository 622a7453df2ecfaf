/** Stays connected with the server, and reads again whenever events may have been missed. */
import type { CableProtocol } from '#protocol/entities/channel.ts';
import { loadChunk } from '#client/chunk.ts';
import type { ConnectRealtime } from '#client/realtime.ts';
import { connectionPause, requestPause, retryLater } from '#client/retry.ts';
import { widgetPageAtom } from '../features/channel/channel.ts';
import { setConnection } from '../features/connection/connection.ts';
import { hostAtom } from '../features/host/host.ts';
import { catchUp } from '../features/messages/catchUp.ts';
import { goOffline } from '../features/messages/messages.ts';
import { sendOutbox } from '#models/sending.ts';
import { sendEvents } from '../features/session/events.ts';
import { sessionAtom, visitSignalAtom } from '../features/session/session.ts';
import { createEventReceiver } from './createEventReceiver.ts';
import type { Store } from './routing/store.ts';

/**
 * A closed chat waits this long for the realtime connection before it reads its messages: a read
 * before would have to be repeated after.
 */
export const FIRST_READ_DELAY = 3_000;

/** Only the server's protocol is downloaded, and only once there is a session to connect for. */
const PROTOCOLS: Record<CableProtocol, () => Promise<ConnectRealtime>> = {
	'socket.io': async () => (await loadChunk(() => import('#client/socketIo.ts'))).connectSocketIo,
	'action-cable': async () => (await loadChunk(() => import('#client/actionCable.ts'))).connectActionCable,
};

/** Stays connected for as long as there is a session. Returns the undo. */
export function connectRealtime(store: Store): () => void {
	let connectedWith: string | undefined;
	let disconnect: (() => void) | undefined;
	let failures = 0;
	let stopRetry: (() => void) | undefined;
	let stopWaiting: (() => void) | undefined;

	/** Connects, reconnects or stays connected, depending on the session. */
	function follow() {
		const session = store.get(sessionAtom);
		if (session?.pubsubToken === connectedWith) return;
		close();
		if (session) void open(session.pubsubToken);
	}

	async function open(pubsubToken: string) {
		connectedWith = pubsubToken;
		store.set(setConnection, 'connecting');
		try {
			const connect = await PROTOCOLS[store.get(widgetPageAtom).cable]();
			failures = 0;
			if (connectedWith !== pubsubToken || disconnect) return;
			disconnect = connect({
				origin: location.origin,
				auth: { pubsub_token: pubsubToken },
				onConnected: report,
				onEvent: createEventReceiver(store),
				// The user's proof has expired, or the session is gone: what the reading is
				// answered ends the visit.
				onRefused: refresh,
			});
		} catch {
			// Without the chunk the chat works by REST alone. The chunk failed because the network
			// was lost, and is loaded again when that is back.
			if (connectedWith !== pubsubToken) return;
			report(false);
			stopRetry = retryLater(connectionPause(failures), () => void open(pubsubToken));
			failures += 1;
		}
	}

	function close() {
		stopRetry?.();
		disconnect?.();
		disconnect = undefined;
		connectedWith = undefined;
		store.set(setConnection, 'idle');
		store.set(goOffline);
	}

	function report(isConnected: boolean) {
		store.set(setConnection, isConnected ? 'connected' : 'lost');
		if (isConnected) return refresh();
		store.set(goOffline);
		// Most connections are back before this reading, which makes it unnecessary.
		stopWaiting?.();
		const cancel = retryLater(requestPause(0), refresh);
		stopWaiting = () => {
			cancel();
			stopWaiting = undefined;
		};
	}

	function refresh() {
		stopWaiting?.();
		void store.set(catchUp);
		void store.set(sendOutbox);
	}

	/**
	 * The first reading of messages. Every connection is followed by a reading, since messages may
	 * have come before it; so a closed chat waits for the connection and reads only once. An open
	 * chat reads at once, and a closed one whose connection takes long does not wait for it either.
	 */
	function readFirst() {
		const isOpen = () => store.get(hostAtom).isOpen;
		if (isOpen() || !store.get(sessionAtom)) return refresh();
		void store.set(sendOutbox);
		const timer = setTimeout(refresh, FIRST_READ_DELAY);
		const unfollow = store.sub(hostAtom, () => {
			if (isOpen()) refresh();
		});
		stopWaiting = () => {
			clearTimeout(timer);
			unfollow();
			stopWaiting = undefined;
		};
	}

	/** A page that becomes visible while it loads still reads only once. */
	function refreshWhenVisible() {
		if (document.visibilityState === 'visible' && !stopWaiting) refresh();
	}

	function resume({ persisted }: PageTransitionEvent) {
		if (!persisted) return;
		follow();
		refresh();
	}

	const listening = new AbortController();
	const { signal } = listening;
	addEventListener('online', refresh, { signal });
	addEventListener('pageshow', resume, { signal });
	// An open socket would keep the page out of the browser's back-forward cache.
	addEventListener('pagehide', close, { signal });
	document.addEventListener('visibilitychange', refreshWhenVisible, { signal });
	const unfollowSession = store.sub(sessionAtom, () => {
		follow();
		store.set(sendEvents);
	});
	const unfollowVisit = store.sub(visitSignalAtom, () => {
		follow();
		refresh();
	});
	follow();
	readFirst();
	return () => {
		listening.abort();
		stopWaiting?.();
		unfollowSession();
		unfollowVisit();
		close();
	};
}
