/** Whether a campaign is for the page that the visitor is on (docs/wire.md, Events and campaigns). */
import { withoutSlash } from '#protocol/withoutSlash.ts';
import { loadChunk } from '#client/chunk.ts';

export type Pattern = typeof URLPattern;

/**
 * The browser's URLPattern, or a polyfill where it is missing: Safari before 26, Firefox before 142. Rejects with a
 * ChunkLoadError.
 */
export async function loadPattern(): Promise<Pattern> {
	if (typeof URLPattern !== 'undefined') return URLPattern;
	const polyfill = await loadChunk(() => import('urlpattern-polyfill/urlpattern'));
	return polyfill.URLPattern as unknown as Pattern;
}

/**
 * Whether `page` matches. Components that a pattern leaves out match anything, so `https://shop.example/pricing` matches any
 * query and fragment. A slash at the end, of the pattern or of the page, makes no difference. `*?` is any path and a query: of a
 * wildcard the modifier would say nothing. A malformed pattern matches nothing.
 */
export function matchesPage(Pattern: Pattern, pattern: string, page: string): boolean {
	try {
		const address = new URL(page);
		address.pathname = withoutSlash(address.pathname);
		const wanted = withoutTrailingSlash(Pattern, new Pattern(pattern.replaceAll('*?', '*\\?')));
		return wanted.test(page) || wanted.test(address.href);
	} catch {
		console.debug(`live-chat-widget: the campaign's address "${pattern}" is no URL pattern`);
		return false;
	}
}

/** Rebuilds the pattern from its components: replacing the slash within the text could change the path or even the host. */
function withoutTrailingSlash(Pattern: Pattern, pattern: URLPattern): URLPattern {
	const { protocol, username, password, hostname, port, pathname, search, hash } = pattern;
	const path = withoutSlash(pathname);
	if (path === pathname) return pattern;
	return new Pattern({ protocol, username, password, hostname, port, pathname: path, search, hash });
}
