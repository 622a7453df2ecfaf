/** The address of the chat in a window of its own (docs/wire.md, Page and frame). */

interface Session {
	/** Undefined while the visitor has no session; sending the first message creates one. */
	authToken: string | undefined;
	websiteToken: string;
	/** '' for the channel's own locale. */
	locale: string;
	/** What the page says that its visitors write about, as in the attribute `topic`. */
	topic: string | undefined;
}

/** `baseUrl` is the server's address, without a slash at the end. The order of the parameters is Chatwoot's, which knows no topic. */
export function popOutAddress(baseUrl: string, { authToken, websiteToken, locale, topic }: Session): string {
	const query = new URLSearchParams({
		...(authToken !== undefined && { cw_conversation: authToken }),
		website_token: websiteToken,
		...(locale && { locale }),
		...(topic && { topic }),
	});
	return `${baseUrl}/widget?${query}`;
}
