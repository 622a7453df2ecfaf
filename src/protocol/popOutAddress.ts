/** The address of the chat in a window of its own (docs/wire.md, Page and frame). */

interface Session {
	/** Undefined while the visitor has no session; sending the first message creates one. */
	authToken: string | undefined;
	websiteToken: string;
	/** '' for the channel's own locale. */
	locale: string;
}

/** `baseUrl` is the server's address, without a slash at the end. The order of the parameters is Chatwoot's. */
export function popOutAddress(baseUrl: string, { authToken, websiteToken, locale }: Session): string {
	const query = new URLSearchParams({
		...(authToken !== undefined && { cw_conversation: authToken }),
		website_token: websiteToken,
		...(locale && { locale }),
	});
	return `${baseUrl}/widget?${query}`;
}
