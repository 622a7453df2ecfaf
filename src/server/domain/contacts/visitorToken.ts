/**
 * The signed visitor token of `X-Auth-Token` and `cw_conversation` (docs/wire.md, Transport and
 * identifiers): HS256. It is valid while its session is: until the session has not been used for
 * some days, or is revoked.
 */
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { DAY } from '#protocol/base/duration.ts';
import type { SecretKeys } from '../../base/secretKey.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

export interface VisitorTokens {
	/** Milliseconds for which a session that is not used stays valid. */
	readonly lifetime: number;
	sign(session: Pick<ContactInbox, 'source_id' | 'inbox_id'>): Promise<string>;
	/**
	 * The session that the token names within the channel; undefined for a token that is missing,
	 * forged, expired, revoked or another channel's.
	 */
	findSession(store: Repositories, channel: Channel, token: string | undefined): Promise<ContactInbox | undefined>;
}

/** The number of verified tokens that are remembered, of a few hundred bytes each. */
const VERIFIED_MAX = 10_000;

/** @param days for which a session that is not used stays valid */
export function createVisitorTokens(secretKeys: SecretKeys, days: number): VisitorTokens {
	const lifetime = days * DAY;
	const encoder = new TextEncoder();
	const signingKey = encoder.encode(secretKeys[0]);
	const keys = secretKeys.map((secretKey) => encoder.encode(secretKey));
	/**
	 * Only sessions expire, so each token is verified once: that takes a tenth of all work for a
	 * message.
	 */
	const verified = new LRUCache<string, JWTPayload>({ max: VERIFIED_MAX });

	const verify = async (token: string): Promise<JWTPayload | undefined> => {
		const known = verified.get(token);
		if (known) return known;
		for (const key of keys) {
			try {
				const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
				verified.set(token, payload);
				return payload;
			} catch {
				// A token with any fault counts as none.
			}
		}
		return undefined;
	};

	return {
		lifetime,

		sign: ({ source_id, inbox_id }) =>
			new SignJWT({ source_id, inbox_id }).setProtectedHeader({ alg: 'HS256' }).sign(signingKey),

		async findSession(store, channel, token) {
			const payload = token ? await verify(token) : undefined;
			if (typeof payload?.['source_id'] !== 'string' || payload['inbox_id'] !== channel.inbox.id) return undefined;
			const session = await store.sessions.findBySource(channel.inbox.id, payload['source_id']);
			if (!session || session.last_used_at < Date.now() - lifetime) return undefined;
			// A database that is read-only must not lock visitors out.
			await store.sessions.touch(session).catch(() => undefined);
			return session;
		},
	};
}
