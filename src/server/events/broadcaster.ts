/**
 * Pushes events to the clients that are connected to this process and to others, over both
 * protocols.
 */
import type { ServerEventData, ServerEventName } from '#protocol/entities/realtime.ts';
import type { ContactInbox } from '../store/tables/schema.ts';

/** One event for the clients in any of these rooms; a client in several gets it once. */
export type Delivery = {
	[E in ServerEventName]: { event: E; data: ServerEventData<E>; rooms: readonly string[] };
}[ServerEventName];

export interface Broadcaster {
	/**
	 * Sends the events in order. Call it after the transaction is committed: events are hints, and
	 * clients read the truth from the database.
	 */
	broadcast(deliveries: readonly Delivery[]): void;
}

/** The room of all connections of one visitor session. */
export function visitorRoom(session: Pick<ContactInbox, 'id'>): string {
	return `visitor:${session.id}`;
}

/** The room of all connections of an agent within one account. */
export function agentRoom(accountId: number, userId: number): string {
	return `agent:${accountId}:${userId}`;
}
