import { takeLink } from './takeLink.ts';

/** A login link, which is valid once, as a command prints it, a mail brings it, or the API makes it: `/desk#login=<token>&email=<address>`. */
export interface LoginLink {
	email: string;
	sso_auth_token: string;
}

/** Reads the link by which the agent came. */
export function takeLoginLink(): LoginLink | undefined {
	const link = takeLink('login');
	return link && { email: link.email, sso_auth_token: link.token };
}
