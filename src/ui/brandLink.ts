/** The address that "Powered by …" links to. */

/**
 * The brand's address with the source parameter and, where it is known, the site that the visitor
 * is on. Undefined where the brand's address is none that a link may have. `referrerHost` is such
 * as `shop.example`, or ''.
 */
export function brandLink(brandUrl: string, referrerHost: string): string | undefined {
	if (!URL.canParse(brandUrl)) return undefined;
	const url = new URL(brandUrl);
	if (!/^https?:$/.test(url.protocol)) return undefined;
	url.searchParams.set('utm_source', referrerHost ? 'widget_branding' : 'survey_branding');
	if (referrerHost) url.searchParams.set('utm_referrer', referrerHost);
	return url.href;
}
