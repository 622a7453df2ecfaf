import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLocale, ENABLED_LOCALES, languageTag, selectLocale } from '#protocol/base/locales.ts';

const select = (wish: string) => selectLocale(wish, ENABLED_LOCALES);

test("selectLocale finds a wish's locale, else its language, with a hyphen as with an underscore", () => {
	for (const [wish, locale] of Object.entries({
		pt_BR: 'pt_BR',
		'pt-BR': 'pt_BR',
		'pt-PT': 'pt',
		'pt-AO': 'pt',
		'de-AT': 'de',
		'zh-TW': 'zh_TW',
		no: 'no',
		id: 'id',
	})) {
		assert.equal(select(wish), locale, wish);
	}
});

test('selectLocale finds the locale of a language under another name', () => {
	for (const [wish, locale] of Object.entries({
		nb: 'no',
		'nb-NO': 'no',
		nb_NO: 'no',
		nn: 'no',
		'nn-NO': 'no',
		zh: 'zh_CN',
		'zh-Hans': 'zh_CN',
		'zh-Hans-CN': 'zh_CN',
		'zh_Hans-SG': 'zh_CN',
		'zh-SG': 'zh_CN',
		'zh-Hant': 'zh_TW',
		'zh-Hant-TW': 'zh_TW',
		'zh-Hant-HK': 'zh_TW',
		'zh-HK': 'zh_TW',
		zh_MO: 'zh_TW',
		iw: 'he',
		'iw-IL': 'he',
		in: 'id',
		'in-ID': 'id',
	})) {
		assert.equal(select(wish), locale, wish);
	}
});

test('selectLocale finds nothing for an invalid language or one without a catalogue, and the next wish counts', () => {
	for (const wish of ['', 'xx', 'eo', '*', 'constructor', '"><script>', '_', 'de'.repeat(9)]) {
		assert.equal(select(wish), undefined, wish);
	}
	assert.equal(chooseLocale(ENABLED_LOCALES, null, 'eo', 'nb-NO', 'de'), 'no');
	assert.equal(chooseLocale(ENABLED_LOCALES, undefined, 'eo'), 'en');
	assert.equal(selectLocale('nb', ['de', 'nb']), 'nb', 'the name that was said, where it has a catalogue');
	assert.equal(selectLocale('zh-HK', ['zh_CN']), undefined, 'not the other script');
});

test('languageTag makes Portuguese that of Portugal, and Brazilian that of Brazil', () => {
	const write = (locale: string) => new Intl.NumberFormat(languageTag(locale)).format(12_345);
	assert.equal(write('pt'), '12 345'.replace(' ', '\u{a0}'));
	assert.equal(write('pt_BR'), '12.345');
	assert.ok(ENABLED_LOCALES.every((locale) => Intl.NumberFormat.supportedLocalesOf(languageTag(locale)).length === 1));
});
