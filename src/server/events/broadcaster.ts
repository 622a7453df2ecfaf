/** Pushes events to the connected clients, of this process and of others, over both protocols. */
import type { ServerEventData, ServerEventName } from '#protocol/realtime.ts';
import type { ContactInbox } from '../store/schema.ts';

/** One event for everybody in any of the rooms; who is in several gets it once. */
export type Delivery = {
	[E in ServerEventName]: { event: E; data: ServerEventData<E>; rooms: readonly string[] };
}[ServerEventName];

export interface Broadcaster {
	/** In order. Only what is committed may be told: the events are hints, the database is the truth. */
	broadcast(deliveries: readonly Delivery[]): void;
}

/** Where all connections of one visitor session listen. */
export function visitorRoom(session: Pick<ContactInbox, 'id'>): string {
	return `visitor:${session.id}`;
}

/** Where all connections of an agent within one account listen. */
export function agentRoom(accountId: number, userId: number): string {
	return `agent:${accountId}:${userId}`;
}
