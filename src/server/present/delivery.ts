/**
 * Deliveries that have not arrived, as administrators see them: of the payload never more than the
 * recipient of a mail.
 */
import type { GivenUpDelivery, UndeliveredEvent, WaitingDeliveries } from '#protocol/application/deliveryRoutes.ts';
import type { Mail } from '../mail/mail.ts';
import type { Undelivered, Waiting } from '../store/receivers/deliveries.ts';
import type { DeliveryRow } from '../store/tables/schema.ts';
import { seconds } from './times.ts';

export function presentWaiting({ receiver_type, receiver_id, count, since, isFailing }: Waiting): WaitingDeliveries {
	return { receiver_type, receiver_id, waiting: count, waiting_since: seconds(since), is_failing: isFailing };
}

export function presentGivenUp(row: DeliveryRow): GivenUpDelivery {
	const { id, receiver_type, receiver_id, event, attempts, failure, created_at, given_up_at } = row;
	return {
		id,
		receiver_type,
		receiver_id,
		event,
		attempts,
		failure,
		created_at: seconds(created_at),
		given_up_at: seconds(given_up_at ?? 0),
	};
}

export function presentUndelivered(row: Undelivered): UndeliveredEvent {
	const { id, receiver_type, event, payload, attempts, failure, created_at, due_at, given_up_at } = row;
	return {
		id,
		event,
		recipient: receiver_type === 'mail' ? (JSON.parse(payload) as Mail).to.address : null,
		state: given_up_at === null ? 'waiting' : 'given_up',
		attempts,
		failure,
		created_at: seconds(created_at),
		next_attempt_at: due_at === null ? null : seconds(due_at),
		given_up_at: given_up_at === null ? null : seconds(given_up_at),
	};
}
