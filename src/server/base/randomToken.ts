/** Secrets and names from the system's random source. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * 24 characters, about 144 bits, like every token of Chatwoot. The first is never a dash, since a
 * command that gets the token as an argument would take it for an option.
 */
export function randomToken(): string {
	for (;;) {
		const token = randomBytes(18).toString('base64url');
		if (!token.startsWith('-')) return token;
	}
}

/** The hash that is stored of a token, where the token only has to be recognised. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

/**
 * The realtime token that belongs to an access token. The access token cannot be derived from it.
 */
export function realtimeToken(accessToken: string): string {
	return createHash('sha256').update(`realtime ${accessToken}`).digest('base64url').slice(0, 24);
}

const ADJECTIVES = [
	'amber',
	'brave',
	'calm',
	'clever',
	'gentle',
	'golden',
	'kind',
	'lucky',
	'merry',
	'quiet',
	'silver',
	'sunny',
];
const NOUNS = [
	'brook',
	'cloud',
	'field',
	'forest',
	'harbour',
	'lake',
	'meadow',
	'moon',
	'river',
	'star',
	'stone',
	'sun',
];

/** A name for an anonymous visitor until they give theirs, such as `calm-river-412`. */
export function randomName(): string {
	return `${pick(ADJECTIVES)}-${pick(NOUNS)}-${randomInt(100, 1000)}`;
}

const RANDOM_NAME = new RegExp(`^(?:${ADJECTIVES.join('|')})-(?:${NOUNS.join('|')})-\\d{3}$`);

/** Whether `randomName` made the name, so the visitor has not given one. */
export function isRandomName(name: string): boolean {
	return RANDOM_NAME.test(name);
}

function pick(words: readonly string[]): string {
	return words[randomInt(words.length)] ?? '';
}
