/**
 * Which pages a pattern names: where `hide-on` leaves the chat out, and where a campaign shows
 * (docs/tag.md, Where and when there is a chat). A campaign's pattern names the site as well, and
 * may have all that URLPattern knows.
 */

/** The browser's URLPattern, or its stand-in. */
export type Pattern = typeof URLPattern;

/**
 * Site, path, query and fragment. Nothing of URLPattern's syntax is in it but `*`, and no part that
 * browsers write otherwise.
 */
const PLAIN = /^(https?:\/\/[\w.*-]+)?((?:[/*][^?#]*)?)(\?[^#]*)?(#.*)?$/;
const SYNTAX = /[{}()\\+:]/;

/**
 * Whether `page` is one of those that the pattern names. `*` stands for any characters; parts that
 * it leaves out may be anything. A slash at the path's end makes no difference, and letters count
 * as people read them. A malformed pattern names no page.
 *
 * @param page an address with its scheme
 * @param URLPattern absent where patterns name no site, and their signs mean themselves
 */
export function matchesPage(pattern: string, page: string, URLPattern?: Pattern): boolean {
	const { origin, pathname, search, hash } = new URL(page);
	const [isPlain, site, path = '', query, fragment] = PLAIN.exec(pattern) ?? [];
	if (URLPattern && (site === undefined || SYNTAX.test(pattern.slice(site.length))))
		return matchesWhole(URLPattern, pattern, page);
	return (
		isPlain !== undefined &&
		(site === undefined || matches(origin, site.toLowerCase())) &&
		(path === '' || matches(pathname, path) || matches(withoutSlash(pathname), withoutSlash(path))) &&
		(query === undefined || matches(search.slice(1), query.slice(1))) &&
		(fragment === undefined || matches(hash.slice(1), fragment.slice(1)))
	);
}

/** `*?` is any path and a query: of a wildcard the modifier would say nothing. */
function matchesWhole(URLPattern: Pattern, pattern: string, page: string): boolean {
	try {
		const wanted = new URLPattern(pattern.replaceAll('*?', '*\\?'));
		const { protocol, username, password, hostname, port, search, hash } = wanted;
		// Made of its components: without a slash within the text it could name another path, or
		// even another host.
		const pathname = withoutSlash(wanted.pathname);
		const short = new URLPattern({ protocol, username, password, hostname, port, pathname, search, hash });
		const address = new URL(page);
		address.pathname = withoutSlash(address.pathname);
		return short.test(page) || short.test(address.href);
	} catch {
		console.debug(`live-chat-widget: the campaign's address "${pattern}" is no URL pattern`);
		return false;
	}
}

/** Compares part by part: a regular expression with several `.*` could take very long. */
function matches(written: string, wanted: string): boolean {
	const text = decoded(written);
	const [first = '', ...others] = decoded(wanted).split('*');
	if (others.length === 0) return text === first;
	const last = others.pop() ?? '';
	let from = first.length;
	for (const part of others) {
		const found = text.indexOf(part, from);
		if (found === -1) return false;
		from = found + part.length;
	}
	return text.startsWith(first) && text.length - last.length >= from && text.endsWith(last);
}

function decoded(text: string): string {
	try {
		return decodeURI(text);
	} catch {
		// A `%` that begins no character.
		return text;
	}
}

/** The root keeps its own. */
function withoutSlash(path: string): string {
	return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
