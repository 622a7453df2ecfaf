/**
 * Notices a reverse proxy that the settings do not name: behind it all visitors count as one
 * address, and share its limits.
 */
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

/** Logs it once, with the address of the proxy. */
export function warnOfUntrustedProxy(app: FastifyInstance, trustedProxies: string[]): void {
	const isTrusted = proxyAddress.compile(trustedProxies);
	let isSaid = false;
	app.addHook('onRequest', async ({ headers, socket }) => {
		if (isSaid || headers['x-forwarded-for'] === undefined || isTrusted(socket.remoteAddress ?? '', 0)) return;
		isSaid = true;
		app.log.warn(
			{ peer: socket.remoteAddress },
			'X-Forwarded-For is ignored: if this address is your reverse proxy, name it in TRUSTED_PROXIES',
		);
	});
}
