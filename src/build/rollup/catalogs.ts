import type { Plugin } from 'rollup';
import { catalogFile, catalogLocales, catalogModule, parseCatalogModule } from '../catalogModules.ts';
import { compileCatalog } from '../compileCatalog.ts';
import { isPiece, type Piece } from '../pieces.ts';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../../protocol/base/locales.ts';
import { listChatTexts } from '../../server/language/chatTexts.ts';
import { readWording } from '../../wording/readWording.ts';

const CHAT_TEXTS = 'texts:chat';

/**
 * The virtual modules `catalogs:host`, `catalogs:widget` and so on, one for each piece, a chunk for
 * each of their catalogues, and `texts:chat`, the list of the texts that an owner may reword.
 */
export function catalogs({ withPseudo }: { withPseudo: boolean }): Plugin {
	return {
		name: 'catalogs',
		resolveId(source) {
			return source === CHAT_TEXTS || virtualPiece(source) || parseCatalogModule(source) ? source : null;
		},
		async load(id) {
			if (id === CHAT_TEXTS) return chatTextsModule();
			const piece = virtualPiece(id);
			if (piece) return list(piece, catalogLocales(withPseudo));
			const catalog = parseCatalogModule(id);
			if (!catalog) return null;
			this.addWatchFile(catalogFile(catalog.locale));
			return `export const messages = ${await frozenJson(catalog.piece, catalog.locale)};`;
		},
	};
}

function virtualPiece(id: string): Piece | undefined {
	const name = id.startsWith('catalogs:') ? id.slice('catalogs:'.length) : '';
	return isPiece(name) ? name : undefined;
}

async function list(piece: Piece, locales: string[]): Promise<string> {
	const imports = locales.map((locale) => `${locale}: () => import(${JSON.stringify(catalogModule(piece, locale))})`);
	const source = piece === 'host' ? `export const source = ${await frozenJson(piece, DEFAULT_LOCALE)};` : '';
	return `export const catalogs = { ${imports.join(', ')} };\n${source}`;
}

/**
 * The messages as an expression. Engines parse `JSON.parse` of a string faster than an object
 * literal of the same size.
 */
async function frozenJson(piece: Piece, locale: string): Promise<string> {
	return `JSON.parse(${JSON.stringify(JSON.stringify(await compileCatalog(piece, locale)))})`;
}

/**
 * The source of the virtual module `texts:chat`: id → its keys in the catalogues, and the texts
 * whose placeholders a text in its place may have: the English one, and others where languages ask
 * for other placeholders.
 */
function chatTextsModule(): string {
	const texts: Record<string, { keys: string[]; references: string[] }> = {};
	for (const locale of ENABLED_LOCALES) {
		for (const { id, keys, english, text } of listChatTexts(locale)) {
			const { references } = (texts[id] ??= { keys, references: [english] });
			if ('problem' in readWording(text, references)) references.push(text);
		}
	}
	return `export const chatTexts = JSON.parse(${JSON.stringify(JSON.stringify(texts))});`;
}
