/** The address of the chat in a window of its own (docs/wire.md, Page and frame). */
import type { DarkMode } from '../entities/darkMode.ts';

interface Session {
	/** Undefined while the visitor has no session; sending the first message creates one. */
	authToken: string | undefined;
	websiteToken: string;
	/** '' for the channel's own locale. */
	locale: string;
	/** What the page says that its visitors write about, as in the attribute `topic`. */
	topic: string | undefined;
	/** What the page wants: no page tells the window. */
	darkMode: DarkMode;
}

/**
 * `baseUrl` is the server's address, without a slash at the end. The first three parameters are
 * Chatwoot's, in its order.
 */
export function popOutAddress(baseUrl: string, session: Session): string {
	const { authToken, websiteToken, locale, topic, darkMode } = session;
	const query = new URLSearchParams({
		...(authToken !== undefined && { cw_conversation: authToken }),
		website_token: websiteToken,
		...(locale && { locale }),
		...(topic && { topic }),
		color_scheme: darkMode,
	});
	return `${baseUrl}/widget?${query}`;
}
