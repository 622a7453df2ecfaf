/**
 * What the server sees of a request that came through the reverse proxy, told to `npm run admin --
 * doctor` alone.
 */
import { hkdfSync } from 'node:crypto';
import * as v from 'valibot';
import type { SecretKeys } from './secretKey.ts';

export const PROXY_REPORT_PATH = '/healthz/proxy';

export const ProxyReport = v.object({
	/** The address for which the request counts. */
	address: v.string(),
	protocol: v.string(),
	host: v.string(),
	/** Whether the proxy named the client's address, and whether the settings trust it. */
	forwarded: v.picklist(['absent', 'untrusted', 'trusted']),
	/** Whether headers with underscores arrive. */
	has_underscores: v.boolean(),
});
export type ProxyReport = v.InferOutput<typeof ProxyReport>;

/** What the caller presents, made from the key, which only the server and its operator have. */
export function proxyReportToken([secretKey]: SecretKeys): string {
	return Buffer.from(hkdfSync('sha256', secretKey, '', 'proxy report', 24)).toString('base64url');
}
