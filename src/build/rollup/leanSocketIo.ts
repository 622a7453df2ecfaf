import type { Plugin } from 'rollup';

const MODULE = /\/node_modules\/(engine\.io-(client|parser)|socket\.io-(client|parser))\/build\/esm\//;
const TRANSPORTS = '/engine.io-client/build/esm/transports/index.js';
const WEB_TRANSPORT = /^ *webtransport: WT,\n/m;

/**
 * Leaves out of Socket.IO's client what every returning visitor would load for nothing: WebTransport, which our server does not
 * offer, and what only `io()` needs, since its packages do not say that their modules have no side effects.
 */
export function leanSocketIo(): Plugin {
	return {
		name: 'lean-socket-io',
		transform(code, id) {
			if (!MODULE.test(id)) return null;
			const isTable = id.endsWith(TRANSPORTS);
			if (isTable && !WEB_TRANSPORT.test(code))
				this.error('engine.io-client looks different: its WebTransport was not found.');
			return { code: isTable ? code.replace(WEB_TRANSPORT, '') : code, map: null, moduleSideEffects: false };
		},
	};
}
