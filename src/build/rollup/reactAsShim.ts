import type { Plugin } from 'rollup';

/**
 * Resolves the shim by which lingui supports React 17 to React itself, which has had that hook
 * since 18.
 */
export function reactAsShim(): Plugin {
	return {
		name: 'react-as-shim',
		resolveId(source, importer) {
			return source === 'use-sync-external-store/shim' ? this.resolve('react', importer) : null;
		},
	};
}
