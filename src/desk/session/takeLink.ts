export interface OneTimeLink {
	email: string;
	token: string;
}

/**
 * Reads the one-time link `/desk#<name>=<token>&email=<address>` by which the agent came, and
 * removes it from the address and the history at once.
 *
 * @param href what the address's fragment is then; '' for none
 */
export function takeLink(name: string, href = ''): OneTimeLink | undefined {
	const fragment = new URLSearchParams(location.hash.slice(1));
	const token = fragment.get(name);
	const email = fragment.get('email');
	if (!token || !email) return undefined;
	history.replaceState(null, '', location.pathname + location.search + href);
	return { email, token };
}
