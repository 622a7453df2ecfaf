/** Realtime as the rest of the app sees it, whichever protocol the server speaks. */
import type { CableAuth, ServerEventData, ServerEventName } from '#protocol/realtime.ts';

export interface RealtimeOptions {
	/** The server's origin, `https://chat.example`. */
	origin: string;
	auth: CableAuth;
	onEvent: (event: ServerEvent) => void;
	/** True each time events begin to arrive, false each time they cease to. */
	onConnected: (isConnected: boolean) => void;
	/** The server has refused these credentials; the client asks again later. */
	onRefused?: () => void;
}

/** A pushed event: its name decides the shape of its data. */
export type ServerEvent = { [E in ServerEventName]: { name: E; data: ServerEventData<E> } }[ServerEventName];

/**
 * Connects, subscribes, reports presence every 20 s, and connects again for as long as it is not closed. Returns the undo,
 * after which nothing is called any more.
 */
export type ConnectRealtime = (options: RealtimeOptions) => () => void;
