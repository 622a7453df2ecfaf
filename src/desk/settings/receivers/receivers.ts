/** What bots, webhooks and the mail server have in common: what goes to them, and how that went. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { UndeliveredEvent } from '#protocol/application/deliveryRoutes.ts';
import { account, call } from '../../session/api.ts';

export type Delivery = UndeliveredEvent;

export interface Receiver {
	type: 'bot' | 'webhook' | 'mail';
	/** 0 for the mail server. */
	id: number;
}

/**
 * What has not arrived: first what waits, the oldest first, then what was given up, the newest
 * first.
 */
export const loadDeliveries = atom(null, async (get, _set, { type, id }: Receiver): Promise<readonly Delivery[]> => {
	const params = { ...account(get), receiver_type: type, receiver_id: id };
	return (await call(get, applicationRoutes.listDeliveriesTo, { params })).payload;
});

export const sendAgain = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.redeliver, { params: { ...account(get), id } }),
);

/** Whether the server takes it for the address of a receiver. */
export function isWebAddress(text: string): boolean {
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
