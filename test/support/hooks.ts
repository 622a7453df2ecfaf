/**
 * What Node lacks to run our sources: TSX, lingui's macros, style sheets and the catalogues' virtual modules.
 * `node --import ./test/support/hooks.ts --test …`; Node itself takes the types out of plain .ts files.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import {
	catalogLocales,
	catalogModule,
	isPiece,
	parseCatalogModule,
	type Piece,
} from '../../src/build/compileCatalog.ts';
import { compileStyles } from '../../src/build/compileStyles.ts';
import { expandMacrosSync, hasMacros } from '../../src/build/expandMacros.ts';
import { DEFAULT_LOCALE } from '../../src/protocol/locales.ts';

registerHooks({
	resolve(specifier, context, next) {
		if (specifier.startsWith('catalogs:') || parseCatalogModule(specifier))
			return { url: specifier, shortCircuit: true };
		return next(specifier, context);
	},
	load(url, context, next) {
		const source = generated(url) ?? compiled(url);
		return source === undefined ? next(url, context) : { format: 'module', shortCircuit: true, source };
	},
});

/** The source of a module that is not a file of ours. */
function generated(url: string): string | undefined {
	const piece = url.replace(/^catalogs:/, '');
	if (piece !== url && isPiece(piece)) return listCatalogs(piece);
	const catalog = parseCatalogModule(url);
	if (catalog) return `${importCompiler}\nexport const messages = ${compileCall(catalog.piece, catalog.locale)};`;
	if (/\.css(\?text)?$/.test(url)) return styleModule(fileURLToPath(url.split('?')[0] ?? url));
	return undefined;
}

/** The module awaits the compiler itself, because a hook cannot. */
const importCompiler = `import { compileCatalog } from ${JSON.stringify(import.meta.resolve('../../src/build/compileCatalog.ts'))};`;

function compileCall(piece: Piece, locale: string): string {
	return `await compileCatalog(${JSON.stringify(piece)}, ${JSON.stringify(locale)})`;
}

function listCatalogs(piece: Piece): string {
	const imports = catalogLocales(true).map(
		(locale) =>
			`${locale}: () => import(${JSON.stringify(pathToFileURL(catalogModule(piece, locale)).href.replace('%3F', '?'))})`,
	);
	const source =
		piece === 'host' ? `${importCompiler}\nexport const source = ${compileCall(piece, DEFAULT_LOCALE)};` : '';
	return `export const catalogs = { ${imports.join(', ')} };\n${source}`;
}

/** The real class names, and the text, which no DOM here applies. */
function styleModule(file: string): string {
	const { css, classes } = compileStyles(file);
	return `export const css = ${JSON.stringify(css)};\nexport default ${JSON.stringify(classes)};`;
}

function compiled(url: string): string | undefined {
	if (!/^file:.*\.tsx?$/.test(url) || url.includes('/node_modules/')) return undefined;
	const file = fileURLToPath(url);
	const written = readFileSync(file, 'utf8');
	if (!file.endsWith('.tsx') && !hasMacros(written)) return undefined;
	const code = hasMacros(written) ? expandMacrosSync(written, file, 'message').code : written;
	return transformSync(code, {
		loader: file.endsWith('x') ? 'tsx' : 'ts',
		jsx: 'automatic',
		target: 'node24',
		sourcefile: file,
		sourcemap: 'inline',
		tsconfigRaw: {},
	}).code;
}
