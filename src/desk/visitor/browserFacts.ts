/** Reads what the server noted about a visitor's browser (`additional_attributes` of a conversation). */
import * as v from 'valibot';
import type { Attributes } from '#protocol/attributes.ts';

const text = v.optional(v.nullable(v.string()));

/** Free attributes: whatever is missing or has another shape is left out. */
const BrowserAttributes = v.object({
	browser: v.fallback(
		v.object({ browser_name: text, browser_version: text, platform_name: text, platform_version: text }),
		{},
	),
	browser_language: v.fallback(text, undefined),
	referer: v.fallback(text, undefined),
});

export interface BrowserFacts {
	/** Such as `Firefox 140 · Linux`. */
	browser: string | undefined;
	/** As the browser says it, such as `pt-BR`. */
	language: string | undefined;
	/** Address of the page that the conversation was started on; only http and https. */
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

/** A visitor's browser can claim any referer: what is no web address must not become a link. */
function webAddress(referer: string | null | undefined): URL | undefined {
	const url = referer ? URL.parse(referer) : null;
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
