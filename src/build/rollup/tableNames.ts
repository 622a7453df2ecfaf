import type { Plugin } from 'rollup';
import { namesModule } from '../namesModule.ts';

/**
 * `import names from './table.ts?names'` gives the keys of a table, without what the table itself would bring: a page pays for
 * its methods' names, and for the rest with the first call.
 */
export function tableNames(): Plugin {
	return {
		name: 'table-names',
		load(id) {
			const [file = '', query] = id.split('?');
			if (query !== 'names') return null;
			this.addWatchFile(file);
			return { code: namesModule(file), moduleSideEffects: false };
		},
	};
}
