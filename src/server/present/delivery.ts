/** Deliveries that have not arrived, as administrators see them: never with the payload. */
import type { GivenUpDelivery, WaitingDeliveries } from '#protocol/deliveryRoutes.ts';
import type { Waiting } from '../store/deliveries.ts';
import type { DeliveryRow } from '../store/schema.ts';
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
