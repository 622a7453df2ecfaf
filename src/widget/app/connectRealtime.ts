/** Door in: what the server pushes, and the moments at which something may have been missed (design section 5). */
import type { createStore } from 'jotai/vanilla';
import type { CableProtocol } from '#protocol/channel.ts';
import { RECONNECT_DELAY_MAX } from '#protocol/limits.ts';
import type { ServerEventData, ServerEventName } from '#protocol/realtime.ts';
import { receivePresence, receiveSender } from '../features/availability/availability.ts';
import { widgetPageAtom } from '../features/channel/channel.ts';
import { setConnection } from '../features/connection/connection.ts';
import { receiveStatus } from '../features/conversation/conversation.ts';
import { endAgentTyping, receiveTyping } from '../features/conversation/typing.ts';
import { tellHost } from '../features/host/host.ts';
import { catchUp } from '../features/messages/catchUp.ts';
import { loseTouch, receiveMessage } from '../features/messages/messages.ts';
import { sendOutbox } from '../features/messages/sending.ts';
import { sendEvents } from '../features/session/events.ts';
import { resubscribe, sessionAtom, visitAtom } from '../features/session/session.ts';
import { loadChunk } from '../transport/chunk.ts';
import type { ConnectRealtime, ServerEvent } from '../transport/realtime.ts';

type Store = ReturnType<typeof createStore>;
type EventHandlers = { [E in ServerEventName]: (data: ServerEventData<E>) => void };

/** One is downloaded, and only once there is a session to listen for. */
const PROTOCOLS: Record<CableProtocol, () => Promise<ConnectRealtime>> = {
	'socket.io': async () => (await loadChunk(() => import('../transport/socketIo.ts'))).connectSocketIo,
	'action-cable': async () => (await loadChunk(() => import('../transport/actionCable.ts'))).connectActionCable,
};

/** Connects for as long as there is a session. Returns the undo. */
export function connectRealtime(store: Store): () => void {
	let connectedWith: string | undefined;
	let disconnect: (() => void) | undefined;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;

	const handlers: EventHandlers = {
		'message.created'(message) {
			store.set(receiveSender, message);
			store.set(receiveMessage, message, true);
			if (message.sender_type !== 'Contact') store.set(endAgentTyping);
			store.set(tellHost, { event: 'onMessage', data: message });
		},
		'message.updated'(message) {
			store.set(receiveMessage, message, false);
			if (isAnswered(message)) store.set(tellHost, { event: 'onMessage', data: message });
		},
		'conversation.created': () => void store.set(catchUp),
		'conversation.updated': () => {},
		'conversation.status_changed': (conversation) => store.set(receiveStatus, conversation),
		'conversation.read': () => {},
		'conversation.typing_on': (event) => store.set(receiveTyping, true, event),
		'conversation.typing_off': (event) => store.set(receiveTyping, false, event),
		'presence.update': (event) => store.set(receivePresence, event),
		'contact.merged'({ pubsub_token }) {
			if (pubsub_token) store.set(resubscribe, pubsub_token);
		},
	};

	/** Connects, reconnects or stays, as the session demands. */
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
			if (connectedWith !== pubsubToken || disconnect) return;
			disconnect = connect({
				origin: location.origin,
				auth: { pubsub_token: pubsubToken },
				onConnected: report,
				onEvent: receive,
			});
		} catch {
			// Without the chunk there is still REST; the network that lost it comes back.
			if (connectedWith !== pubsubToken) return;
			report(false);
			retryTimer = setTimeout(() => void open(pubsubToken), RECONNECT_DELAY_MAX);
		}
	}

	function close() {
		clearTimeout(retryTimer);
		disconnect?.();
		disconnect = undefined;
		connectedWith = undefined;
		store.set(setConnection, 'idle');
		store.set(loseTouch);
	}

	function report(isConnected: boolean) {
		store.set(setConnection, isConnected ? 'connected' : 'lost');
		if (isConnected) refresh();
		else store.set(loseTouch);
	}

	function receive({ name, data }: ServerEvent) {
		// TypeScript does not see that the handler found by an event's name takes that event's data.
		const handle = handlers[name] as ((data: ServerEvent['data']) => void) | undefined;
		handle?.(data);
	}

	function refresh() {
		void store.set(catchUp);
		void store.set(sendOutbox);
	}

	function refreshWhenVisible() {
		if (document.visibilityState === 'visible') refresh();
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
	const unfollowVisit = store.sub(visitAtom, () => {
		follow();
		refresh();
	});
	follow();
	refresh();
	return () => {
		listening.abort();
		unfollowSession();
		unfollowVisit();
		close();
	};
}

/** A question that the visitor answered: the host hears of it too (wire-contract 2.5). */
function isAnswered({ previous_changes }: ServerEventData<'message.updated'>): boolean {
	const [, now] = previous_changes?.['content_attributes'] ?? [];
	return typeof now === 'object' && now !== null && 'submitted_values' in now;
}
