/** `GET /healthz/proxy`, which answers the operator's `npm run admin -- doctor` alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { PROXY_REPORT_PATH, proxyReportToken, type ProxyReport } from '../base/proxyReport.ts';
import type { SecretKeys } from '../base/secretKey.ts';
import { notFound } from './httpError.ts';

export function serveProxyReport(
	app: FastifyInstance,
	{ secretKeys, trustedProxies }: { secretKeys: SecretKeys; trustedProxies: string[] },
): void {
	const isTrusted = proxyAddress.compile(trustedProxies);
	const expected = hashOf(`Bearer ${proxyReportToken(secretKeys)}`);
	app.get(PROXY_REPORT_PATH, async ({ headers, ip, protocol, host, socket }, reply): Promise<ProxyReport> => {
		if (!timingSafeEqual(hashOf(headers.authorization ?? ''), expected)) throw notFound();
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

/** Compares hashes, which have the same length whatever was presented. */
function hashOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
