/** The interface to realtime, which is the same for both protocols that a server may speak. */
import type { CableAuth, ServerEventData, ServerEventName } from '#protocol/entities/realtime.ts';

export interface RealtimeOptions {
	/** The server's origin, `https://chat.example`. */
	origin: string;
	auth: CableAuth;
	onEvent: (event: ServerEvent) => void;
	/**
	 * Called with true each time events begin to arrive, and with false each time they stop or
	 * cannot begin. `heardAt` comes with false over Socket.IO: until when no event can be missing,
	 * in milliseconds since the epoch; 0 where the server has ended the connection, which it does
	 * when it has lost events itself.
	 */
	onConnected: (isConnected: boolean, heardAt?: number) => void;
	/** Called when the server has refused these credentials; the client tries again later. */
	onRefused?: () => void;
}

/** A pushed event: its name determines the type of its data. */
export type ServerEvent = { [E in ServerEventName]: { name: E; data: ServerEventData<E> } }[ServerEventName];

/**
 * Connects, subscribes, reports presence every 20 s, and connects again for as long as it is not
 * closed. Returns the undo, after which nothing is called any more.
 */
export type ConnectRealtime = (options: RealtimeOptions) => () => void;
