import type { Plugin } from 'rollup';
import { namesModule } from '../namesModule.ts';

/**
 * `import names from './table.ts?names'` gives the keys of a table without the table itself: a page
 * loads the names of the methods, and their code with the first call.
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
