/** Where the chat in a window of its own is (docs/wire.md, Page and frame). */

interface Session {
	/** Undefined: the visitor has no session yet, and gets one by writing. */
	authToken: string | undefined;
	websiteToken: string;
	/** '' for the channel's. */
	locale: string;
}

/** `baseUrl` is the product's, without a slash at the end. The order of the parameters is Chatwoot's. */
export function popOutAddress(baseUrl: string, { authToken, websiteToken, locale }: Session): string {
	const query = new URLSearchParams({
		...(authToken !== undefined && { cw_conversation: authToken }),
		website_token: websiteToken,
		...(locale && { locale }),
	});
	return `${baseUrl}/widget?${query}`;
}
