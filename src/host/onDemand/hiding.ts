/** Where there is a chat without the page opening it (`hide`, `hide-on`). */
import { withoutSlash } from '#protocol/withoutSlash.ts';
import type { HostApi } from '../core/hostApi.ts';
import { beginsOpen } from '../core/openInTab.ts';
import { wordsOf } from './wordsOf.ts';

/** Follows the page's address and what the host knows. By now the server has answered for the channel. */
export function followHiding(host: HostApi, signal: AbortSignal): void {
	const follow = (): void => decide(host);
	if (host.store.get().settings.hideOn) void followRoutes(follow, signal);
	signal.addEventListener('abort', host.store.subscribe(follow), { once: true });
	follow();
}

async function followRoutes(onChange: () => void, signal: AbortSignal): Promise<void> {
	const { followAddress } = await import('../onInterest/frameLink.ts');
	if (signal.aborted) return;
	followAddress(onChange, signal);
	// The router may have changed it while this code was loading.
	onChange();
}

/** Hides the chat or shows it again, as it was. A chat that the page has opened where it is hidden stays. */
function decide(host: HostApi): void {
	const { settings, isHidden } = host.store.get();
	const isUnwanted = isUnwantedHere(host);
	if (isUnwanted === isHidden) return;
	if (isUnwanted) {
		// Not `close`: the visitor has not closed it.
		host.panel.set(false, true, true);
		host.frame.end();
		// Calls that are under way go on in another frame.
		host.frame.plan();
	} else {
		host.panel.set(beginsOpen(settings), true);
		host.frame.plan();
	}
}

function isUnwantedHere(host: HostApi): boolean {
	const { settings, look, isMobile } = host.store.get();
	const reasons = wordsOf(settings.hide);
	return (
		(reasons.includes('away') && look?.is_available === false) ||
		(reasons.includes('mobile') && isMobile) ||
		wordsOf(settings.hideOn).some(isHere)
	);
}

/**
 * Whether the pattern is of this page: its path, and query and fragment where it names them. Letters count as people read them,
 * and a slash at the end makes no difference.
 */
function isHere(pattern: string): boolean {
	const { pathname, search, hash } = location;
	const [, path = '', query, fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(pattern) ?? [];
	const parts: [actual: string, wanted: string | undefined][] = [
		[withoutSlash(pathname), path === '' ? '*' : withoutSlash(path)],
		[search, query],
		[hash, fragment],
	];
	return parts.every(([actual, wanted]) => wanted === undefined || matches(decoded(actual), decoded(wanted)));
}

function decoded(text: string): string {
	try {
		return decodeURI(text);
	} catch {
		// A `%` that begins no character.
		return text;
	}
}

/** `*` stands for any characters. Compares part by part: a regular expression with several `.*` could take very long. */
function matches(path: string, pattern: string): boolean {
	const [first = '', ...others] = pattern.split('*');
	if (others.length === 0) return path === first;
	const last = others.pop() ?? '';
	let from = first.length;
	for (const part of others) {
		const found = path.indexOf(part, from);
		if (found === -1) return false;
		from = found + part.length;
	}
	return path.startsWith(first) && path.length - last.length >= from && path.endsWith(last);
}
