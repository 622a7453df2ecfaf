import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether what was presented is the secret, such as a token or a signature, in a time that tells
 * nothing of how much of it is right. Their hashes are compared, which have the same length
 * whatever was presented.
 */
export function isSameSecret(presented: string, secret: string): boolean {
	return timingSafeEqual(hashOf(presented), hashOf(secret));
}

function hashOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
