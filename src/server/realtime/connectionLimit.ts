/**
 * Limits how many realtime connections one address has, and how many it begins. Rate limits of
 * routes do not apply to them.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { MINUTE } from '#protocol/base/duration.ts';
import { networkOf } from '../base/network/networkOf.ts';
import type { Quotas } from '../quotas/quotas.ts';

export interface ConnectionLimit {
	/** Whether the address may begin another connection. */
	mayBegin(request: IncomingMessage): Promise<boolean>;
	/** Whether the address may ask once more over a connection that polls. */
	mayPoll(request: IncomingMessage): Promise<boolean>;
	/**
	 * Counts a connection. Answers the function that ends its counting; undefined where the address
	 * has reached its limit.
	 */
	enter(request: IncomingMessage): (() => void) | undefined;
}

export interface ConnectionLimitOptions {
	/** Connections that one address may have, in this process. */
	max: number;
	quotas: Quotas;
	/** Reverse proxies whose `X-Forwarded-For` counts. */
	trustedProxies: string[];
}

/** Milliseconds after which a connection that has not authenticated is closed. */
export const SUBSCRIBE_TIMEOUT = 10_000;

/**
 * How many connections may begin per minute, for each that is allowed at a time: all clients
 * reconnect when a server restarts.
 */
const HANDSHAKES = 6;

/**
 * Requests of a connection that polls, within a minute: two for each ping, and as many for events.
 */
const POLLS = 120;

export function createConnectionLimit({ max, quotas, trustedProxies }: ConnectionLimitOptions): ConnectionLimit {
	const isTrusted = proxyAddress.compile(trustedProxies);
	const handshakes = { name: 'handshake', max: max * HANDSHAKES, timeWindow: MINUTE };
	const polls = { name: 'poll', max: max * POLLS, timeWindow: MINUTE };
	const counts = new Map<string, number>();
	const whoAsks = (request: IncomingMessage) => networkOf(proxyAddress(request, isTrusted));

	return {
		async mayBegin(request) {
			const address = whoAsks(request);
			return (counts.get(address) ?? 0) < max && (await quotas.take(handshakes, address, 1)) === 0;
		},

		mayPoll: async (request) => (await quotas.take(polls, whoAsks(request), 1)) === 0,

		enter(request) {
			const address = whoAsks(request);
			const count = counts.get(address) ?? 0;
			if (count >= max) return undefined;
			counts.set(address, count + 1);
			return () => {
				const left = (counts.get(address) ?? 1) - 1;
				if (left === 0) counts.delete(address);
				else counts.set(address, left);
			};
		},
	};
}
