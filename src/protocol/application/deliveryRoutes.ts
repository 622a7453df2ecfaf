/**
 * Deliveries to bots, webhooks and the mail server that have not arrived (docs/application-api.md,
 * Webhooks). Chatwoot has no such routes.
 */
import * as v from 'valibot';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

const receiver = {
	receiver_type: v.picklist(['bot', 'webhook', 'mail', 'push']),
	/** 0 for the mail server; of push notifications the device. */
	receiver_id: v.number(),
};

/** The deliveries that wait for one receiver. */
export const WaitingDeliveries = v.object({
	...receiver,
	waiting: v.number(),
	/** When the oldest was written, in seconds since the epoch. */
	waiting_since: v.number(),
	/** Whether several attempts in a row have failed. */
	is_failing: v.boolean(),
});
export type WaitingDeliveries = v.InferOutput<typeof WaitingDeliveries>;

/** A delivery that was given up after too many failed attempts. */
export const GivenUpDelivery = v.object({
	id: v.number(),
	...receiver,
	event: v.string(),
	attempts: v.number(),
	/** Why the last attempt failed, such as `status 500`. */
	failure: v.nullable(v.string()),
	/** Seconds since the epoch. */
	created_at: v.number(),
	/** Seconds since the epoch. */
	given_up_at: v.number(),
});
export type GivenUpDelivery = v.InferOutput<typeof GivenUpDelivery>;

/** A delivery to one receiver that has not arrived. */
export const UndeliveredEvent = v.object({
	id: v.number(),
	event: v.string(),
	/** To which address a mail goes; null for events. */
	recipient: v.nullable(v.string()),
	state: v.picklist(['waiting', 'given_up']),
	attempts: v.number(),
	/** Why the last attempt failed; null where there was none. */
	failure: v.nullable(v.string()),
	/** Seconds since the epoch. */
	created_at: v.number(),
	/**
	 * When it is tried next, in seconds since the epoch: for the oldest of its conversation that
	 * waits, else null.
	 */
	next_attempt_at: v.nullable(v.number()),
	/** Seconds since the epoch. */
	given_up_at: v.nullable(v.number()),
});
export type UndeliveredEvent = v.InferOutput<typeof UndeliveredEvent>;

const DELIVERIES = '/api/v1/accounts/:account_id/deliveries';

export const deliveryRoutes = {
	listWaitingDeliveries: {
		method: 'GET',
		path: DELIVERIES,
		role: 'administrator',
		summary: 'How much waits for each bot and webhook, for the mail server, and for agents’ devices',
		params: accountParams,
		response: v.object({ payload: v.array(WaitingDeliveries) }),
	},
	listGivenUpDeliveries: {
		method: 'GET',
		path: `${DELIVERIES}/given_up`,
		role: 'administrator',
		summary: 'The newest 100 deliveries that were given up',
		params: accountParams,
		response: v.object({ payload: v.array(GivenUpDelivery) }),
	},
	listDeliveriesTo: {
		method: 'GET',
		path: `${DELIVERIES}/:receiver_type/:receiver_id`,
		role: 'administrator',
		summary:
			'What one webhook or bot, or of the account’s mails the mail server (0), has not accepted: the oldest 100 that wait, then the newest 100 that were given up',
		params: v.object({
			...accountParams.entries,
			receiver_type: v.picklist(['bot', 'webhook', 'mail']),
			receiver_id: numeric,
		}),
		response: v.object({ payload: v.array(UndeliveredEvent) }),
	},
	redeliver: {
		method: 'POST',
		path: `${DELIVERIES}/:id/redeliver`,
		role: 'administrator',
		summary: 'Queues a delivery again that was given up',
		params: v.object({ ...accountParams.entries, id: numeric }),
	},
} as const satisfies RouteTable;
