import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import type { Plugin } from 'rollup';
import { parseCatalogModule } from '../catalogModules.ts';

/**
 * Names each catalogue after its piece and locale, with one hash over all catalogues of a graph.
 * Every page loads the list of their names, and a hash for each would add a quarter of a kilobyte
 * that does not compress.
 */
export function catalogNames(): Plugin {
	/**
	 * Piece and locale → content. In watch mode it also keeps those that a later build does not
	 * parse again.
	 */
	const contents = new Map<string, string>();
	return {
		name: 'catalog-names',
		moduleParsed({ id, code }) {
			const catalog = parseCatalogModule(id);
			if (catalog) contents.set(`${catalog.piece}-${catalog.locale}`, code ?? '');
		},
		outputOptions({ chunkFileNames = '[name]-[hash].js', ...options }) {
			const hash = createHash('sha256')
				.update(
					[...contents]
						.map((entry) => entry.join())
						.toSorted()
						.join(),
				)
				.digest('hex')
				.slice(0, 8);
			return {
				...options,
				chunkFileNames(chunk) {
					const pattern = typeof chunkFileNames === 'function' ? chunkFileNames(chunk) : chunkFileNames;
					const catalog = parseCatalogModule(chunk.facadeModuleId ?? '');
					return catalog ? join(dirname(pattern), `${catalog.piece}-${catalog.locale}-${hash}.js`) : pattern;
				},
			};
		},
	};
}

/**
 * Where the names differ in nothing but the locale, makes of their list one of locales, which is a
 * tenth of a kilobyte less. A bundler could not follow it.
 */
export function shortCatalogList(): Plugin {
	return {
		name: 'short-catalog-list',
		renderChunk(code) {
			const shorter = code.replace(LIST, (list, entry: string, locale: string) => {
				const locales = [...list.matchAll(/(\w+): \(\)/g)].map(([, name]) => name);
				const load = entry.replace(`-${locale}-`, '-${locale}-').replaceAll(/['"]/g, '`');
				return `Object.fromEntries('${locales.join(' ')}'.split(' ').map((locale) => [locale, () => ${load}]))`;
			});
			return shorter === code ? null : { code: shorter, map: null };
		},
	};
}

/**
 * The list of a piece's catalogues as Rollup writes it, if all of them are files of their own with
 * the same hash.
 */
const LIST =
	/\{\s*\w+: \(\) => (\w+\(["'][^"']+-(\w+)-(\w+)\.js["']\))(?:,\s*(\w+): \(\) => \w+\(["'][^"']+-\4-\3\.js["']\))+\s*\}/g;
