/** A login link, which is valid once, as a command prints it, a mail brings it, or the API makes it: `/desk#login=<token>&email=<address>`. */
export interface LoginLink {
	email: string;
	sso_auth_token: string;
}

/** Reads the link by which the agent came, and removes it from the address and the history at once. */
export function takeLoginLink(): LoginLink | undefined {
	const fragment = new URLSearchParams(location.hash.slice(1));
	const sso_auth_token = fragment.get('login');
	const email = fragment.get('email');
	if (!sso_auth_token || !email) return undefined;
	history.replaceState(null, '', location.pathname + location.search);
	return { email, sso_auth_token };
}
