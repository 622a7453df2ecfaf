/**
 * Module hooks for what Node lacks to run our sources: TSX, lingui's macros, style sheets and the
 * catalogues' virtual modules. `node --import ./test/support/hooks.ts --test …`; Node itself
 * removes the types of plain .ts files.
 */
import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { catalogFile, catalogLocales, catalogModule, parseCatalogModule } from '../../src/build/catalogModules.ts';
import { hasMacros } from '../../src/build/hasMacros.ts';
import { isPiece, type Piece } from '../../src/build/pieces.ts';
import { ROOT } from '../../src/build/root.ts';
import { DEFAULT_LOCALE } from '../../src/protocol/base/locales.ts';
import { findCompiled, keepCompiled, keyOf } from './compiled.ts';

type Catalog = NonNullable<ReturnType<typeof parseCatalogModule>>;

// Later processes reuse what this one has compiled: those of other test files, and the servers that
// tests start.
process.env['NODE_COMPILE_CACHE'] ??= `${ROOT}/node_modules/.cache/live-chat-widget`;
enableCompileCache();

// Loaded synchronously, since a hook cannot wait, and only on demand, since most processes need
// none of them.
const require = createRequire(import.meta.url);
const compilers = {
	catalogs: () => require('../../src/build/compileCatalog.ts') as typeof import('../../src/build/compileCatalog.ts'),
	styles: () => require('../../src/build/compileStyles.ts') as typeof import('../../src/build/compileStyles.ts'),
	tables: () => require('../../src/build/namesModule.ts') as typeof import('../../src/build/namesModule.ts'),
	macros: () => require('../../src/build/expandMacros.ts') as typeof import('../../src/build/expandMacros.ts'),
	types: () => require('esbuild') as typeof import('esbuild'),
};

registerHooks({
	resolve(specifier, context, next) {
		if (specifier.startsWith('catalogs:')) return { url: specifier, shortCircuit: true };
		return next(specifier, context);
	},
	load(url, context, next) {
		const source = generated(url) ?? compiled(url);
		return source === undefined ? next(url, context) : { format: 'module', shortCircuit: true, source };
	},
});

/** The source of a virtual module. */
function generated(url: string): string | undefined {
	const piece = url.replace(/^catalogs:/, '');
	if (piece !== url && isPiece(piece)) return listCatalogs(piece);
	const catalog = parseCatalogModule(url);
	if (catalog) return catalogSource(catalog);
	if (url.endsWith('?names')) return compilers.tables().namesModule(fileURLToPath(url.replace('?names', '')));
	if (/\.css(\?text)?$/.test(url)) return styleModule(fileURLToPath(url.split('?')[0] ?? url));
	return undefined;
}

/**
 * A catalogue that is not cached yet awaits the compiler within the module itself, because a hook
 * cannot.
 */
function catalogSource({ piece, locale }: Catalog): string {
	const key = keyOf(piece, locale, readFileSync(catalogFile(locale), 'utf8'));
	const messages = findCompiled(key);
	if (messages !== undefined) return `export const messages = ${messages};`;
	// Loaded here: Babel cannot load its plugin while their common dependency is half loaded.
	compilers.catalogs();
	return `import { compileCatalog } from ${JSON.stringify(import.meta.resolve('../../src/build/compileCatalog.ts'))};
import { keepCompiled } from ${JSON.stringify(import.meta.resolve('./compiled.ts'))};
export const messages = await compileCatalog(${JSON.stringify(piece)}, ${JSON.stringify(locale)});
keepCompiled(${JSON.stringify(key)}, JSON.stringify(messages));`;
}

function listCatalogs(piece: Piece): string {
	const nameOf = (locale: string) => JSON.stringify(catalogModule(piece, locale));
	const imports = catalogLocales(true).map((locale) => `${locale}: () => import(${nameOf(locale)})`);
	const source = piece === 'host' ? `export { messages as source } from ${nameOf(DEFAULT_LOCALE)};` : '';
	return `export const catalogs = { ${imports.join(', ')} };\n${source}`;
}

/** The real class names, and the sheet's text, which no DOM here applies. */
function styleModule(file: string): string {
	const { css, classes } = compilers.styles().compileStyles(file);
	return `export const css = ${JSON.stringify(css)};\nexport default ${JSON.stringify(classes)};`;
}

function compiled(url: string): string | undefined {
	if (!/^file:.*\.tsx?$/.test(url) || url.includes('/node_modules/')) return undefined;
	const file = fileURLToPath(url);
	const written = readFileSync(file, 'utf8');
	if (!file.endsWith('.tsx') && !hasMacros(written)) return undefined;
	const key = keyOf(file, written);
	return findCompiled(key) ?? keepCompiled(key, compile(file, written));
}

function compile(file: string, written: string): string {
	const code = hasMacros(written) ? compilers.macros().expandMacrosSync(written, file, 'message').code : written;
	return compilers.types().transformSync(code, {
		loader: file.endsWith('x') ? 'tsx' : 'ts',
		jsx: 'automatic',
		target: 'node24',
		sourcefile: file,
		sourcemap: 'inline',
		tsconfigRaw: {},
	}).code;
}
