/** Reads what the server stored about a visitor's browser (`additional_attributes` of a conversation). */
import * as v from 'valibot';
import type { Attributes } from '#protocol/attributes.ts';

const text = v.optional(v.nullable(v.string()));

/** The attributes are free: fields that are missing or malformed are left out. */
const BrowserAttributes = v.object({
	browser: v.fallback(
		v.object({ browser_name: text, browser_version: text, platform_name: text, platform_version: text }),
		{},
	),
	browser_language: v.fallback(text, undefined),
	referer: v.fallback(text, undefined),
});

export interface BrowserFacts {
	/** Name and system, such as `Firefox 140 · Linux`. */
	browser: string | undefined;
	/** The browser's language tag, such as `pt-BR`. */
	language: string | undefined;
	/** Address of the page on which the conversation was started; only http and https. */
	page: URL | undefined;
}

export function readBrowserFacts(attributes: Attributes): BrowserFacts {
	const { browser, browser_language, referer } = v.parse(BrowserAttributes, { browser: {}, ...attributes });
	const name = join(' ', browser.browser_name, browser.browser_version);
	const platform = join(' ', browser.platform_name, browser.platform_version);
	return {
		browser: join(' · ', name, platform),
		language: browser_language || undefined,
		page: webAddress(referer),
	};
}

function join(separator: string, ...parts: (string | null | undefined)[]): string | undefined {
	return parts.filter(Boolean).join(separator) || undefined;
}

/** The visitor's browser can send any referer, so only a web address becomes a link. */
function webAddress(referer: string | null | undefined): URL | undefined {
	const url = referer ? URL.parse(referer) : null;
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
