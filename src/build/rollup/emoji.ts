import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'rollup';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from '../../protocol/base/locales.ts';
import { trimEmojiData, type Emoji } from '../trimEmojiData.ts';
import { ROOT } from '../root.ts';

const DATA = `${ROOT}/node_modules/emoji-picker-element-data`;
/**
 * The module's id is within the data's package, since `notices` finds the licence of the bundled
 * data by that path.
 */
const MODULE = `\0${DATA}/locales`;
const TEXTS = `${ROOT}/node_modules/emoji-picker-element/i18n`;

/** Our locale → the packages' name for it, where the names differ. */
const DATA_NAMES: Record<string, string> = { no: 'nb', pt_BR: 'pt', zh_CN: 'zh', zh_TW: 'zh-hant' };
const TEXT_NAMES: Record<string, string> = { pt: 'pt_PT', ru: 'ru_RU' };

/**
 * The virtual module `emoji:locales`: for each enabled locale the address of its emoji data, as a
 * file of ours, and the picker's own texts; English where the packages lack the language. It also
 * computes the hash of the picker's style element, for the Content-Security-Policy.
 */
export function emoji(): Plugin {
	return {
		name: 'emoji',
		resolveId: (source) => (source === 'emoji:locales' ? MODULE : null),
		load(id) {
			if (id !== MODULE) return null;
			const references = new Map<string, string>();
			const entries = ENABLED_LOCALES.map((locale) => {
				const language = dataName(locale);
				const reference =
					references.get(language) ??
					this.emitFile({ type: 'asset', name: `emoji-${language}.json`, source: readData(language) });
				references.set(language, reference);
				return `${locale}: {
					dataLocale: ${JSON.stringify(language)},
					dataSource: import.meta.ROLLUP_FILE_URL_${reference},
					loadTexts: () => import(${JSON.stringify(textFile(locale))}),
				}`;
			});
			return `export const emojiLocales = { ${entries.join(', ')} };`;
		},
		transform(code, id) {
			if (!id.endsWith('/emoji-picker-element/picker.js')) return null;
			return { code, map: null, meta: { inlineStyles: [sourceExpression(styleText(code))] } };
		},
	};
}

function dataName(locale: string): string {
	const name = DATA_NAMES[locale] ?? locale;
	return existsSync(dataFile(name)) ? name : DEFAULT_LOCALE;
}

/** The set of the Unicode repository (CLDR), which exists for all languages and in one format. */
function dataFile(language: string): string {
	return `${DATA}/${language}/cldr/data.json`;
}

function readData(language: string): string {
	return JSON.stringify(trimEmojiData(JSON.parse(readFileSync(dataFile(language), 'utf8')) as Emoji[]));
}

function textFile(locale: string): string {
	const file = `${TEXTS}/${TEXT_NAMES[locale] ?? locale}.js`;
	return existsSync(file) ? file : `${TEXTS}/${DEFAULT_LOCALE}.js`;
}

/** The text that picker.js writes into its style element. */
function styleText(code: string): string {
	const base = /var baseStyles = ("(?:[^"\\]|\\.)*");/.exec(code)?.[1];
	const family = /const FONT_FAMILY = ((?:'[^']*'[\s+]*)+);/.exec(code)?.[1];
	const isKnown =
		code.includes('`:host{--emoji-font-family:${FONT_FAMILY}}`') && code.includes('baseStyles + EXTRA_STYLES');
	if (!base || !family || !isKnown) throw new Error('emoji-picker-element makes its style element in another way now.');
	const fonts = [...family.matchAll(/'([^']*)'/g)].map(([, part]) => part).join('');
	return `${JSON.parse(base) as string}:host{--emoji-font-family:${fonts}}`;
}

/** The hash in the form that `style-src-elem` takes. */
function sourceExpression(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
