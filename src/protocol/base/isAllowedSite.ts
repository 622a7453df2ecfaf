/**
 * Whether a page may show a website's chat. Browsers decide it by `frame-ancestors`; this is what
 * they do.
 */

/**
 * @param page the page's address or origin
 * @param domains as `AllowedDomain` has them, such as `shop.example` or `https://*.shop.example`;
 * without any, every page may
 */
export function isAllowedSite(page: string, domains: readonly string[]): boolean {
	if (!URL.canParse(page)) return false;
	const { protocol, hostname, port, host } = new URL(page);
	if (!/^https?:$/.test(protocol)) return false;
	return (
		domains.length === 0 || domains.some((domain) => matches(domain.toLowerCase(), { protocol, hostname, port, host }))
	);
}

function matches(domain: string, page: Pick<URL, 'protocol' | 'hostname' | 'port' | 'host'>): boolean {
	const [, scheme, wildcard, name = '', port] = /^(https?:\/\/)?(\*\.)?([\w.-]+)(?::(\d+))?$/.exec(domain) ?? [];
	if (scheme !== undefined && scheme !== `${page.protocol}//` && scheme !== 'http://') return false;
	if (port === undefined ? page.port !== '' : page.port !== port) return false;
	return wildcard === undefined ? page.hostname === name : page.hostname.endsWith(`.${name}`);
}
