/**
 * One POST to an address that a person, or a browser, has named (docs/application-api.md, Webhooks
 * and Notifications). An address that has to be on the internet must not lead to this machine or
 * its network: every address to which the host's name resolves is checked, in the same lookup that
 * the connection uses.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Outcome } from './outcome.ts';

/** Milliseconds for the whole request. */
const TIMEOUT = 5_000;

export interface Post {
	url: URL;
	headers: Record<string, string>;
	body: string | Buffer;
	/** Whether the address may be on this machine or in its network. */
	mayBePrivate: boolean;
	/** What an HTTP status means. */
	outcomeOf?: (status: number) => Outcome;
}

/** Never rejects. Redirects are not followed, and the response's body is not read. */
export function post({ url, headers, body, mayBePrivate, outcomeOf = ofReceiver }: Post): Promise<Outcome> {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	if (!mayBePrivate && isIP(host) && isPrivate(host)) return Promise.resolve({ kind: 'refused', why: PRIVATE });
	const send = url.protocol === 'https:' ? requestHttps : requestHttp;
	return new Promise((resolve) => {
		const request = send(url, {
			method: 'POST',
			headers: {
				'User-Agent': 'live-chat-widget',
				'Content-Length': Buffer.byteLength(body),
				...headers,
			},
			agent: false,
			signal: AbortSignal.timeout(TIMEOUT),
			...(mayBePrivate ? {} : { lookup: lookupPublic }),
		});
		request.on('response', (response) => {
			resolve(outcomeOf(response.statusCode ?? 0));
			response.destroy();
		});
		request.on('error', (error) => {
			const isPrivateHost = error instanceof PrivateHostError;
			resolve({ kind: isPrivateHost ? 'refused' : 'failed', why: isPrivateHost ? PRIVATE : error.message });
		});
		// Of a connection that is upgraded (status 101) Node reports neither a response nor an
		// error.
		request.on('close', () => resolve({ kind: 'failed', why: 'closed without an answer' }));
		request.end(body);
	});
}

/**
 * Statuses by which a receiver refuses what it was told, and would the next time, too; and 410
 * (Gone). With any other error the receiver may be repaired.
 */
const FINAL: readonly number[] = [400, 410, 413, 415, 422];

function ofReceiver(status: number): Outcome {
	if (status >= 200 && status < 300) return { kind: 'delivered' };
	return { kind: FINAL.includes(status) ? 'refused' : 'failed', why: `status ${status}` };
}

const PRIVATE = 'the address is private: see PRIVATE_WEBHOOKS';

class PrivateHostError extends Error {}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
		if (error) return callback(error, []);
		if (addresses.some(({ address }) => isPrivate(address))) return callback(new PrivateHostError(PRIVATE), []);
		const [first] = addresses;
		if (options.all || !first) callback(null, addresses);
		else callback(null, first.address, first.family);
	});
};

const privateAddresses = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
	['::', 127],
	// These IPv6 addresses contain an IPv4 address, which may be any.
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['2001::', 32],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 10],
	// Networks of a site, as they were once called; some still route them.
	['fec0::', 10],
	['ff00::', 8],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** Whether the address is this machine's, in its network, or reserved. */
export function isPrivate(address: string): boolean {
	return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
