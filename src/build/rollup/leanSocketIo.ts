import type { Plugin } from 'rollup';

const MODULE = /\/node_modules\/(engine\.io-(client|parser)|socket\.io-(client|parser))\/build\/esm\//;
const NO_TRANSPORT = '\0no-web-transport';

/**
 * Leaves out of Socket.IO's client what every returning visitor would load for nothing:
 * WebTransport, which our server does not offer, and what only `io()` needs, since its packages do
 * not say that their modules have no side effects.
 */
export function leanSocketIo(): Plugin {
	return {
		name: 'lean-socket-io',
		resolveId: (source, importer) =>
			source === './webtransport.js' && importer && MODULE.test(importer) ? NO_TRANSPORT : null,
		load: (id) => (id === NO_TRANSPORT ? 'export const WT = undefined;' : null),
		transform: (_code, id) => (MODULE.test(id) ? { moduleSideEffects: false } : null),
	};
}
