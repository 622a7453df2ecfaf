import { ASKS_PASSWORD } from '#protocol/application/deskSessionRoutes.ts';
import { takeLink } from './takeLink.ts';

/**
 * A login link, which is valid once, as a command prints it, a mail brings it, or the API makes it:
 * `/desk#login=<token>&email=<address>`.
 */
export interface LoginLink {
	email: string;
	sso_auth_token: string;
}

/** Reads the link by which the agent came, and whether it asks for a password. */
export function takeLoginLink(): { link: LoginLink; asksPassword: boolean } | undefined {
	const asksPassword = new URLSearchParams(location.hash.slice(1)).has(ASKS_PASSWORD);
	const link = takeLink('login');
	return link && { link: { email: link.email, sso_auth_token: link.token }, asksPassword };
}
