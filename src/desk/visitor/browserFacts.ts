/**
 * Reads what the server stored about a visitor's browser (`additional_attributes` of a
 * conversation).
 */
import * as v from 'valibot';
import type { Attributes } from '#protocol/entities/attributes.ts';

const text = v.optional(v.nullable(v.string()));

/** The attributes are free: fields that are missing or malformed are left out. */
const BrowserAttributes = v.object({
	browser: v.fallback(
		v.object({ browser_name: text, browser_version: text, platform_name: text, platform_version: text }),
		{},
	),
	browser_language: v.fallback(text, undefined),
	referer: v.fallback(text, undefined),
	initiated_at: v.fallback(v.object({ timestamp: text }), {}),
});

export interface BrowserFacts {
	/** Name and system, such as `Firefox 140 · Linux`. */
	browser: string | undefined;
	/** The browser's language tag, such as `pt-BR`. */
	language: string | undefined;
	/** Address of the page on which the conversation was started; only http and https. */
	page: URL | undefined;
	/**
	 * How far the browser's clock was ahead of UTC when the conversation was started, in minutes.
	 */
	utcOffset: number | undefined;
}

export function readBrowserFacts(attributes: Attributes): BrowserFacts {
	const { browser, browser_language, referer, initiated_at } = v.parse(BrowserAttributes, {
		browser: {},
		initiated_at: {},
		...attributes,
	});
	const name = join(' ', browser.browser_name, browser.browser_version);
	const platform = join(' ', browser.platform_name, browser.platform_version);
	return {
		browser: join(' · ', name, platform),
		language: browser_language || undefined,
		page: webAddress(referer),
		utcOffset: offsetOf(initiated_at.timestamp),
	};
}

/** Of a time as browsers write it, such as `Mon Nov 23 2026 15:37:00 GMT+0100 (…)`. */
function offsetOf(timestamp: string | null | undefined): number | undefined {
	const [, sign, hours, minutes] = /GMT([+-])(\d\d)(\d\d)/.exec(timestamp ?? '') ?? [];
	if (sign === undefined) return undefined;
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The server's word for a browser or a system that does not say its name. */
const UNKNOWN = 'Unknown';

function join(separator: string, ...parts: (string | null | undefined)[]): string | undefined {
	return parts.filter((part) => part && part !== UNKNOWN).join(separator) || undefined;
}

/** The visitor's browser can send any referer, so only a web address becomes a link. */
function webAddress(referer: string | null | undefined): URL | undefined {
	const url = referer ? URL.parse(referer) : null;
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
