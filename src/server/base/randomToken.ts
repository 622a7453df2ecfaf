/** Secrets and names out of the system's random source. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * 24 characters, about 144 bits: the form of every token of Chatwoot. The first is never a dash: a command to which
 * somebody gives the token would take it for an option.
 */
export function randomToken(): string {
	for (;;) {
		const token = randomBytes(18).toString('base64url');
		if (!token.startsWith('-')) return token;
	}
}

/** What is kept of a token that only has to be recognised. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}

/** The realtime token of an access token: derived from it, without giving it away. */
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

/** What an anonymous visitor is called until they say their name, such as `calm-river-412`. */
export function randomName(): string {
	return `${pick(ADJECTIVES)}-${pick(NOUNS)}-${randomInt(100, 1000)}`;
}

const RANDOM_NAME = new RegExp(`^(?:${ADJECTIVES.join('|')})-(?:${NOUNS.join('|')})-\\d{3}$`);

/** Whether the name was made by `randomName`: its visitor has not said one yet. */
export function isRandomName(name: string): boolean {
	return RANDOM_NAME.test(name);
}

function pick(words: readonly string[]): string {
	return words[randomInt(words.length)] ?? '';
}
