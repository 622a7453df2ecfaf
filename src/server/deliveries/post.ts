/**
 * One POST to an address that a person, or a browser, has named (docs/application-api.md, Webhooks
 * and Notifications). An address that has to be on the internet must not lead to this machine or
 * its network: every address to which the host's name resolves is checked, in the same lookup that
 * the connection uses.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPrivateHost, lookupPublic, PRIVATE_HOST, PrivateHostError } from '../base/network/publicHosts.ts';
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
	if (!mayBePrivate && isPrivateHost(host)) return Promise.resolve({ kind: 'refused', why: PRIVATE_HOST });
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
			const isPrivate = error instanceof PrivateHostError;
			resolve({ kind: isPrivate ? 'refused' : 'failed', why: error.message });
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
