/** What a browser says that it is. */
import Bowser from 'bowser';
import type { Attributes } from '#protocol/attributes.ts';

/** Characters; patterns take their time on longer ones, and no browser has any. */
const USER_AGENT_MAX = 512;

/** In the words that Chatwoot's desks know: a tablet is a phone, and what is not known has the name `Unknown`. */
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
	// It throws at an empty text.
	return Bowser.parse(userAgent.slice(0, USER_AGENT_MAX) || ' ');
}
