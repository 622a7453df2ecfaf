/** The signed visitor token of `X-Auth-Token` and `cw_conversation` (docs/wire.md, Errors): HS256, without expiry. */
import { jwtVerify, SignJWT } from 'jose';
import type { Channel } from '../store/channels.ts';
import type { ContactInbox } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

export interface VisitorTokens {
	sign(session: Pick<ContactInbox, 'source_id' | 'inbox_id'>): Promise<string>;
	/**
	 * The session that the token names within the channel; undefined for a token that is missing, forged or another
	 * channel's.
	 */
	findSession(store: Repositories, channel: Channel, token: string | undefined): Promise<ContactInbox | undefined>;
}

export function createVisitorTokens(secretKey: string): VisitorTokens {
	const key = new TextEncoder().encode(secretKey);
	return {
		sign: ({ source_id, inbox_id }) =>
			new SignJWT({ source_id, inbox_id }).setProtectedHeader({ alg: 'HS256' }).sign(key),

		async findSession(store, channel, token) {
			if (!token) return undefined;
			let payload;
			try {
				({ payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }));
			} catch {
				// A token with any fault counts as none.
				return undefined;
			}
			if (typeof payload.source_id !== 'string' || payload.inbox_id !== channel.inbox.id) return undefined;
			return store.sessions.findBySource(channel.inbox.id, payload.source_id);
		},
	};
}
