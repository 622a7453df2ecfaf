/** `GET /healthz/proxy`, which answers the operator's `npm run admin -- doctor` alone. */
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { isSameSecret } from '../base/isSameSecret.ts';
import { PROXY_REPORT_PATH, proxyReportToken, type ProxyReport } from '../base/proxyReport.ts';
import type { SecretKeys } from '../base/secretKey.ts';
import { notFound } from './routing/httpError.ts';

export function serveProxyReport(
	app: FastifyInstance,
	{ secretKeys, trustedProxies }: { secretKeys: SecretKeys; trustedProxies: string[] },
): void {
	const isTrusted = proxyAddress.compile(trustedProxies);
	const expected = `Bearer ${proxyReportToken(secretKeys)}`;
	app.get(PROXY_REPORT_PATH, async ({ headers, ip, protocol, host, socket }, reply): Promise<ProxyReport> => {
		if (!isSameSecret(headers.authorization ?? '', expected)) throw notFound();
		reply.header('Cache-Control', 'no-store');
		const names = isTrusted(socket.remoteAddress ?? '', 0) ? 'trusted' : 'untrusted';
		return {
			address: ip,
			protocol,
			host,
			forwarded: headers['x-forwarded-for'] === undefined ? 'absent' : names,
			has_underscores: headers['api_access_token'] !== undefined,
		};
	});
}
