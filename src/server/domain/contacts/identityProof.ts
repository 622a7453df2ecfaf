/**
 * By what a site proves who its user is (docs/wire.md, Identity): a hash of the identifier, which
 * never expires, or a token (a JWT with `sub` and `exp`) that does. Each key has one algorithm,
 * whatever a token's header says: the website's identity key HS256, an RSA key RS256, one of the
 * curve P-256 ES256.
 */
import { createHmac, createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { isSameSecret } from '../../base/isSameSecret.ts';
import { Problem } from '../../base/problem.ts';
import type { Channel } from '../../store/websites/channels.ts';
import { blankToNull } from './contactFacts.ts';

/** Seconds by which the site's clock may differ from the server's. */
const CLOCK_TOLERANCE = 30;
const RSA_BITS_MIN = 2048;

export interface IdentityClaim {
	identifier?: string | null | undefined;
	identifier_hash?: string | null | undefined;
	jwt?: string | null | undefined;
}

export interface Proof {
	/** The user that it proves: of a token its `sub`, where nothing else is claimed. */
	identifier: string;
	/** Milliseconds since the epoch; null for never. */
	until: number | null;
}

interface Key {
	key: KeyObject | Uint8Array;
	algorithm: 'HS256' | 'RS256' | 'ES256';
}

/**
 * Undefined where nothing is claimed. Throws IDENTITY_UNPROVEN when the proof is wrong, or missing
 * where the channel requires one.
 */
export async function proofOf(
	channel: Channel,
	claims: IdentityClaim & { custom_attributes?: unknown },
): Promise<Proof | undefined> {
	const identifier = blankToNull(claims.identifier);
	const hash = blankToNull(claims.identifier_hash);
	const token = blankToNull(claims.jwt);
	if (identifier === null && token === null && claims.custom_attributes) return undefined;
	if (hash === null && token === null && !channel.widget.hmac_mandatory) return undefined;
	const byToken = token === null ? undefined : await checkToken(channel, identifier, token);
	const named = identifier ?? byToken?.identifier;
	// A hash is checked beside a right token, too: one that is wrong is a fault of the site.
	const byHash =
		named === undefined || (hash === null && token !== null) ? undefined : checkHash(channel, named, hash ?? '');
	if ((token !== null && !byToken) || (hash !== null && !byHash) || !(byToken ?? byHash))
		throw new Problem({ code: 'IDENTITY_UNPROVEN' });
	return byToken ?? byHash;
}

function checkHash(channel: Channel, identifier: string, hash: string): Proof | undefined {
	const isRight = validKeys(channel).some((key) =>
		isSameSecret(hash.toLowerCase(), createHmac('sha256', key).update(identifier).digest('hex')),
	);
	return isRight ? { identifier, until: null } : undefined;
}

/** @param identifier null: the user that the token names */
async function checkToken(channel: Channel, identifier: string | null, token: string): Promise<Proof | undefined> {
	const encoder = new TextEncoder();
	const keys: Key[] = [
		...validKeys(channel).map((key) => ({ key: encoder.encode(key), algorithm: 'HS256' as const })),
		...(channel.widget.identity_public_keys ?? []).flatMap((pem) => publicKeyOf(pem) ?? []),
	];
	for (const { key, algorithm } of keys) {
		try {
			const { payload } = await jwtVerify(token, key, {
				algorithms: [algorithm],
				requiredClaims: ['sub', 'exp'],
				clockTolerance: CLOCK_TOLERANCE,
			});
			const named = blankToNull(payload.sub);
			if (named === null || (identifier !== null && named !== identifier)) return undefined;
			return { identifier: named, until: endOf(payload.exp ?? 0) };
		} catch {
			// Another key may fit; a token that none fits proves nothing.
		}
	}
	return undefined;
}

/**
 * Milliseconds since the epoch for a time in seconds, which may have a fraction (RFC 7519, 2) or be
 * far away.
 */
function endOf(expiry: number): number {
	return Math.min(Math.floor((expiry + CLOCK_TOLERANCE) * 1_000), Number.MAX_SAFE_INTEGER);
}

/**
 * The public key alone, as it is stored: agents see it, so nothing that stood with it may be kept.
 */
export function storedKeyOf(pem: string): string | undefined {
	return publicKeyOf(pem)?.key.export({ type: 'spki', format: 'pem' }).toString().trim();
}

/** The key with its algorithm; undefined for a text that is no such key, in PEM or as a JWK. */
function publicKeyOf(text: string): (Key & { key: KeyObject }) | undefined {
	try {
		const key = createPublicKey(text.startsWith('{') ? publicJwk(text) : text);
		const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
		if (key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN) return { key, algorithm: 'RS256' };
		return key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1' ? { key, algorithm: 'ES256' } : undefined;
	} catch {
		return undefined;
	}
}

function validKeys({ widget }: Channel): string[] {
	const { hmac_token, former_hmac_token, former_hmac_until } = widget;
	const isFormerValid = former_hmac_token !== null && Date.now() < (former_hmac_until ?? 0);
	return isFormerValid ? [hmac_token, former_hmac_token] : [hmac_token];
}

/** Throws for a private key, which only the site may have. */
function publicJwk(text: string): JsonWebKeyInput {
	const key = JSON.parse(text) as JsonWebKeyInput['key'];
	if ('d' in key) throw new TypeError('The key is a private one');
	return { key, format: 'jwk' };
}
