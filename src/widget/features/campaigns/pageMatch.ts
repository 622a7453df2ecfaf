/** Whether a campaign is for the page that the visitor looks at (docs/wire.md, Events and campaigns). */
import { loadChunk } from '#client/chunk.ts';

export type Pattern = typeof URLPattern;

/** The browser's own, or a polyfill for those that have none: Safari before 26, Firefox before 142. Rejects with a ChunkLoadError. */
export async function loadPattern(): Promise<Pattern> {
	if (typeof URLPattern !== 'undefined') return URLPattern;
	const polyfill = await loadChunk(() => import('urlpattern-polyfill/urlpattern'));
	return polyfill.URLPattern as unknown as Pattern;
}

/**
 * What a pattern does not name matches anything, so `https://shop.example/pricing` matches any query and fragment; a slash at
 * the end, of the pattern or of the page, makes no difference. False for a pattern that is malformed.
 */
export function matchesPage(Pattern: Pattern, pattern: string, page: string): boolean {
	try {
		const address = new URL(page);
		address.pathname = withoutSlash(address.pathname);
		return withoutTrailingSlash(Pattern, new Pattern(pattern)).test(address.href);
	} catch {
		console.debug(`live-chat-widget: the campaign's address "${pattern}" is no URL pattern`);
		return false;
	}
}

/** By its parts: a star put where the slash was would reach into the path, or even the host. */
function withoutTrailingSlash(Pattern: Pattern, pattern: URLPattern): URLPattern {
	const { protocol, username, password, hostname, port, pathname, search, hash } = pattern;
	const path = withoutSlash(pathname);
	if (path === pathname) return pattern;
	return new Pattern({ protocol, username, password, hostname, port, pathname: path, search, hash });
}

/** The root stays the root. */
function withoutSlash(path: string): string {
	return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
