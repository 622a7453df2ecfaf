import type { HostSettings } from './settings.ts';

/** An address of the product; parameters without a value are left out. */
export function productUrl(
	settings: HostSettings,
	path: string,
	parameters: Record<string, string | undefined>,
): string {
	const query = new URLSearchParams({ website_token: settings.websiteToken });
	for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
	return `${settings.baseUrl}${path}?${query}`;
}
