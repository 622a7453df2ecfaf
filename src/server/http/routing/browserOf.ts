/** Recognises a browser by its user agent. */
import Bowser from 'bowser';
import type { Attributes } from '#protocol/entities/attributes.ts';

/**
 * Characters of a user agent that are read. No browser sends more, and on longer texts the patterns
 * take long.
 */
const USER_AGENT_MAX = 512;

/**
 * Names as Chatwoot's desks know them: a tablet counts as a phone, and an unrecognised name is
 * `Unknown`.
 */
export function browserOf(userAgent: string): Attributes {
	const { browser, os, platform } = recognise(userAgent);
	return {
		browser_name: browser.name || 'Unknown',
		browser_version: browser.version ?? '',
		device_name: ['mobile', 'tablet'].includes(platform.type ?? '') ? 'Mobile' : 'Desktop',
		platform_name: os.name ?? 'Unknown',
		platform_version: os.version?.replace(/^NT /, '') ?? '',
	};
}

/** Browser and system, such as `Firefox on Linux`. */
export function deviceOf(userAgent: string): string {
	const { browser, os } = recognise(userAgent);
	return `${browser.name || 'Unknown'} on ${os.name ?? 'Unknown'}`;
}

function recognise(userAgent: string) {
	// Bowser throws on an empty text.
	return Bowser.parse(userAgent.slice(0, USER_AGENT_MAX) || ' ');
}
