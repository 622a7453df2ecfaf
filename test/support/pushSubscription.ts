import { createECDH, randomBytes } from 'node:crypto';

/**
 * What a browser says of its subscription at a push service: with keys that a message can be
 * encrypted for.
 */
export function newPushSubscription(endpoint: string) {
	return {
		endpoint,
		p256dh: createECDH('prime256v1').generateKeys('base64url'),
		auth: randomBytes(16).toString('base64url'),
	};
}
