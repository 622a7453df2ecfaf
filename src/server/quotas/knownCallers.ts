/**
 * To which caller limits count a request. What agents and bots ask for counts for the token or
 * session that they present, since a whole team may share an address; what strangers ask for counts
 * for their address. A limit applies before the guard looks the credential up, so only one that the
 * guard has accepted lately counts: invented tokens get no limits of their own.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '#protocol/base/duration.ts';
import { networkOf } from '../base/network/networkOf.ts';
import { hashToken } from '../base/randomToken.ts';

/** As Fastify's requests have it. */
interface Request {
	headers: IncomingHttpHeaders;
	ip: string;
}

export interface KnownCallers {
	/** The name under which limits count the request. */
	keyOf(request: Request): string;
	/**
	 * Called with each request whose credential the guard has accepted; `credential` is the same
	 * for all of its requests.
	 */
	note(request: Request, credential: string): void;
}

const KEPT_MAX = 10_000;
const KEPT_FOR = 5 * MINUTE;

export function createKnownCallers(): KnownCallers {
	const known = new LRUCache<string, string>({ max: KEPT_MAX, ttl: KEPT_FOR });
	return {
		keyOf(request) {
			const presented = presentedIn(request);
			return (presented !== undefined && known.get(presented)) || networkOf(request.ip);
		},

		note(request, credential) {
			const presented = presentedIn(request);
			if (presented !== undefined) known.set(presented, credential);
		},
	};
}

/** The headers of which one authenticates the request, hashed: tokens are not kept in memory. */
function presentedIn({ headers }: Request): string | undefined {
	const presented = [headers['api_access_token'], headers['api-access-token'], headers['access-token'], headers.cookie];
	return presented.some((header) => header !== undefined) ? hashToken(JSON.stringify(presented)) : undefined;
}
