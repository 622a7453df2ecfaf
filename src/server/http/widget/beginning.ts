/** What a conversation remembers of the page and the browser in which it began (docs/wire.md, Conversations). */
import type { FastifyRequest } from 'fastify';
import type { Attributes } from '#protocol/attributes.ts';
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import type { Beginning } from '../../domain/beginConversation.ts';

export function beginningOf(
	http: FastifyRequest,
	message: Pick<NewMessage, 'timestamp' | 'referer_url'>,
	customAttributes: Attributes = {},
): Beginning {
	return {
		additionalAttributes: {
			browser_language: http.headers['accept-language']?.split(/[-,;]/)[0] ?? null,
			browser: browserOf(http.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? ''),
			initiated_at: { timestamp: message.timestamp ?? new Date().toString() },
			referer: webAddress(message.referer_url),
		},
		customAttributes,
	};
}

/** Characters; the patterns below take their time on longer ones, and no browser has any. */
const USER_AGENT_MAX = 512;

/** Characters of a page's address. */
const REFERER_MAX = 8_000;

/** Agents follow it: null unless it is a web page. One that is too long keeps nobody from writing. */
function webAddress(url: string | null | undefined): string | null {
	return url && url.length <= REFERER_MAX && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** In the order of how much they pretend: each names those below it too. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
	['Microsoft Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
	['Opera', /OPR\/([\d.]+)/],
	['Samsung Browser', /SamsungBrowser\/([\d.]+)/],
	['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
	['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
	['Safari', /Version\/([\d.]+).*Safari/],
];

const PLATFORMS: readonly (readonly [name: string, pattern: RegExp])[] = [
	['Android', /Android ?([\d.]*)/],
	['iOS', /(?:iPhone|iPad|iPod).*? OS ([\d_]+)/],
	['Windows', /Windows NT ?([\d.]*)/],
	['macOS', /Mac OS X ?([\d._]*)/],
	['Linux', /Linux()/],
];

function browserOf(userAgent: string): Attributes {
	const [browserName, browserVersion] = recognise(BROWSERS, userAgent);
	const [platformName, platformVersion] = recognise(PLATFORMS, userAgent);
	return {
		browser_name: browserName,
		browser_version: browserVersion,
		device_name: /Mobi|Android|iPhone|iPad/.test(userAgent) ? 'Mobile' : 'Desktop',
		platform_name: platformName,
		platform_version: platformVersion,
	};
}

function recognise(known: typeof BROWSERS, userAgent: string): [name: string, version: string] {
	for (const [name, pattern] of known) {
		const version = pattern.exec(userAgent)?.[1];
		if (version !== undefined) return [name, version.replaceAll('_', '.')];
	}
	return ['Unknown', ''];
}
