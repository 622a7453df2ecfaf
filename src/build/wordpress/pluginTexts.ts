/**
 * The texts of the WordPress plugin. Its PHP says them in English; `languages/` has the template
 * and, for each of our languages, a file of translations by the name that WordPress gives to the
 * language.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createItem, createPoFile, parsePo, stringifyPo } from 'pofile-ts';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '../../protocol/base/locales.ts';
import { ROOT } from '../root.ts';

export const PLUGIN = `${ROOT}/demo/cms/wordpress`;
const TEMPLATE = 'live-chat-widget.pot';

/** Only where WordPress gives a language another name than we do. */
const WORDPRESS_NAMES: Partial<Record<Locale, string>> = {
	cs: 'cs_CZ',
	da: 'da_DK',
	de: 'de_DE',
	es: 'es_ES',
	fa: 'fa_IR',
	fr: 'fr_FR',
	he: 'he_IL',
	hi: 'hi_IN',
	hu: 'hu_HU',
	id: 'id_ID',
	is: 'is_IS',
	it: 'it_IT',
	ko: 'ko_KR',
	lt: 'lt_LT',
	ml: 'ml_IN',
	nl: 'nl_NL',
	no: 'nb_NO',
	pl: 'pl_PL',
	pt: 'pt_PT',
	ro: 'ro_RO',
	ru: 'ru_RU',
	sk: 'sk_SK',
	sr: 'sr_RS',
	sv: 'sv_SE',
	ta: 'ta_IN',
	tr: 'tr_TR',
};

/** As WordPress names them; without the language of the texts themselves. */
export const PLUGIN_LOCALES: readonly string[] = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map(
	(locale) => WORDPRESS_NAMES[locale] ?? locale,
);

export interface PluginText {
	text: string;
	/** WordPress tells the fields of `block.json` apart by it. */
	context: string;
	/** What a translator has to know. */
	comment: string;
	/** '' where it is missing. */
	translation: string;
}

/**
 * What PHP says in the plugin's own domain, in single quotes, with the comment for translators
 * before it.
 */
const SAID =
	/(?:\/\* translators: ([^*]+?) \*\/\s*[^;]*?)?\b(?:esc_html|esc_attr)?_{1,2}\(\s*'((?:[^'\\]|\\.)*)',\s*'live-chat-widget'/g;

/** Every text of the plugin, without translations. */
function extractTexts(): PluginText[] {
	const read = (file: string) => readFileSync(`${PLUGIN}/${file}`, 'utf8');
	const [, description = ''] = /^ \* Description: +(.+)$/m.exec(read('live-chat-widget.php')) ?? [];
	const block = JSON.parse(read('block/block.json')) as Record<'title' | 'description', string>;
	const said = globSync('**/*.php', { cwd: PLUGIN })
		.toSorted()
		.flatMap((file) => [...read(file).matchAll(SAID)])
		.map(([, comment = '', text = '']) => makeText(text.replaceAll(/\\(.)/g, '$1'), '', comment));
	const texts = [
		makeText(description, '', 'Description of the plugin'),
		makeText(block.title, 'block title'),
		makeText(block.description, 'block description'),
		...said,
	];
	return [...new Map(texts.map((text) => [keyOf(text), text])).values()];
}

function makeText(text: string, context = '', comment = ''): PluginText {
	return { text, context, comment, translation: '' };
}

/** The texts with their translations. One that is no longer in the plugin is left out. */
export function readTexts(locale: string): PluginText[] {
	const known = new Map(
		parsePo(readLanguage(fileOf(locale))).items.map(({ msgid, msgctxt, msgstr: [translation = ''] }) => [
			keyOf({ text: msgid, context: msgctxt ?? '' }),
			translation,
		]),
	);
	return extractTexts().map((text) => ({ ...text, translation: known.get(keyOf(text)) ?? '' }));
}

function readLanguage(file: string): string {
	const path = `${PLUGIN}/languages/${file}`;
	return globSync(path).length > 0 ? readFileSync(path, 'utf8') : '';
}

/** By which gettext finds a text. */
function keyOf({ text, context }: Pick<PluginText, 'text' | 'context'>): string {
	return context ? `${context}\u0004${text}` : text;
}

/**
 * Brings new texts into the template and into each language's file, and takes those away that are
 * no longer there.
 */
export function writeTexts(): void {
	for (const [file, content] of makeFiles()) writeFileSync(`${PLUGIN}/languages/${file}`, content);
}

/**
 * One sentence for each file that is not as `writeTexts` would write it, and for each text without
 * a translation.
 */
export function findFaults(): string[] {
	const outdated = makeFiles()
		.filter(([file, content]) => readLanguage(file) !== content)
		.map(([file]) => `${file} does not have the plugin's texts: run \`npm run extract\`.`);
	const untranslated = PLUGIN_LOCALES.flatMap((locale) =>
		readTexts(locale)
			.filter(({ text, translation }) => !isTranslated(text, translation))
			.map(({ text }) => `${fileOf(locale)} lacks a translation of "${text}", or a part of it that has to stay.`),
	);
	return [...outdated, ...untranslated];
}

/** A translation keeps placeholders, commands, addresses and patterns. */
function isTranslated(text: string, translation: string): boolean {
	const parts = text.match(/%\d\$s|https:\/\/[\w.]*|\/\w+\*?|npm run admin -- identity-key|\d+/g) ?? [];
	return translation !== '' && parts.every((part) => translation.includes(part));
}

function makeFiles(): [file: string, content: string][] {
	const languages = PLUGIN_LOCALES.map((locale): [string, string] => [fileOf(locale), makePo(locale)]);
	return [[TEMPLATE, makePo('')], ...languages];
}

function fileOf(locale: string): string {
	return `live-chat-widget-${locale}.po`;
}

/** @param locale '' for the template */
export function headersOf(locale: string) {
	return {
		'Project-Id-Version': 'Live Chat Widget',
		'MIME-Version': '1.0',
		'Content-Type': 'text/plain; charset=UTF-8',
		'Content-Transfer-Encoding': '8bit',
		Language: locale,
		'X-Domain': 'live-chat-widget',
	};
}

function makePo(locale: string): string {
	const items = (locale ? readTexts(locale) : extractTexts()).map(({ text, context, comment, translation }) => ({
		...createItem(),
		msgid: text,
		msgctxt: context || null,
		msgstr: [translation],
		extractedComments: comment ? [comment] : [],
	}));
	return stringifyPo({ ...createPoFile(), headers: headersOf(locale), items }, { foldLength: 0 });
}
