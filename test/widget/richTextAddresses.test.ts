/** Which part of a text is an address, in all of our languages' quotes and scripts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import tlds from 'tlds' with { type: 'json' };
import { articleHtml } from '../../src/markdown/articleHtml.ts';
import type { Block, Inline } from '../../src/markdown/blocks.ts';
import { isWorthParsing } from '../../src/markdown/isWorthParsing.ts';
import { parseArticle } from '../../src/markdown/parseArticle.ts';
import { parseMarkdown } from '../../src/markdown/parseMarkdown.ts';
import { richHtml } from '../../src/markdown/richHtml.ts';
import { INTERNATIONAL_DOMAINS } from '../../src/markdown/topLevelDomains.ts';

const wordsOf = (parts: Inline[]): string =>
	parts.map((part) => ('text' in part ? part.text : wordsOf(part.content))).join('');
const linksOf = (parts: Inline[]): string[] =>
	parts.flatMap((part) => {
		if (part.kind === 'link') return [`${wordsOf(part.content)} → ${part.href}`];
		return 'content' in part ? linksOf(part.content) : [];
	});
const partsOf = (text: string) =>
	parseMarkdown(text).flatMap((block: Block) => (block.kind === 'paragraph' ? block.content : []));

const SHOP = 'https://shop.example/versand';

/**
 * Where the text has a link, and to where; nothing else of it is one, and every character shows.
 */
function assertLink(text: string, shown: string, target: string): void {
	assert.ok(isWorthParsing(text), JSON.stringify(text));
	const parts = partsOf(text);
	assert.deepEqual(linksOf(parts), [`${shown} → ${target}`], JSON.stringify(text));
	assert.equal(wordsOf(parts), text, JSON.stringify(text));
}

function assertNoLink(text: string): void {
	assert.deepEqual(linksOf(partsOf(text)), [], JSON.stringify(text));
	assert.equal(wordsOf(partsOf(text)), text);
}

test('quotes and brackets of every language end an address', () => {
	for (const pair of [
		'“”',
		'‘’',
		'„“',
		'‚‘',
		'„”',
		'«»',
		'»«',
		'‹›',
		'›‹',
		'"" ',
		"''",
		'「」',
		'『』',
		'《》',
		'〈〉',
		'（）',
		'【】',
		'()',
		'[]',
		'{}',
		'<>',
		'［］',
		'〝〟',
		'❝❞',
		'＂＂',
		'⟨⟩',
		'``',
	]) {
		const [open = '', close = ''] = pair;
		if (open === '<' || open === '`') continue;
		for (const address of [SHOP, 'https://shop.example']) {
			const target = address === SHOP ? SHOP : 'https://shop.example/';
			assertLink(`Siehe ${open}${address}${close}`, address, target);
			assertLink(`${open}${address}${close}, dann`, address, target);
		}
		assertLink(`${open}anna@shop.example${close}`, 'anna@shop.example', 'mailto:anna@shop.example');
	}
	assertLink('« https://shop.example/versand »', SHOP, SHOP);
});

test('punctuation, dashes, signs and invisible marks of every script end an address', () => {
	const ends = [
		'…',
		'–',
		'—',
		'―',
		'‒',
		'·',
		'،',
		'؛',
		'؟',
		'۔',
		'।',
		'॥',
		'。',
		'、',
		'，',
		'！',
		'？',
		'：',
		'；',
		'・',
		'～',
		'՝',
		'։',
		'׃',
		'״',
		'״.',
		'᠂',
		'።',
		'၊',
		'។',
		'→',
		'✓',
		'€',
		'©',
		'😀',
		'👍🏽',
		'❤️',
		'\u200B',
		'\u200C',
		'\u200D',
		'\u200E',
		'\u200F',
		'\u202A',
		'\u202C',
		'\u2060',
		'\u2066',
		'\u2069',
		'\uFEFF',
		'\u00AD',
		'\u3164',
		'\u061C',
		'\u00A0',
		'\u3000',
	];
	for (const end of ends) {
		for (const after of ['', 'x', '다음', ' x']) {
			assertLink(`a ${SHOP}${end}${after}`, SHOP, SHOP);
			assertLink(`a anna@shop.example${end}`, 'anna@shop.example', 'mailto:anna@shop.example');
		}
	}
	for (const end of [
		'.',
		',',
		':',
		';',
		'!',
		'?',
		'...',
		'?!',
		'!!!',
		').',
		'),',
		'".',
		"'",
		'"',
		'>',
		'|',
		'\\',
		'^',
		'*',
		'--',
	]) {
		assertLink(`a ${SHOP}${end}`, SHOP, SHOP);
	}
	for (const [before, after] of [
		['\u2066', '\u2069'],
		['\u202A', '\u202C'],
		['\u200F', '\u200F'],
		['\u200B', '\u200B'],
	]) {
		assertLink(`${before}${SHOP}${after}`, SHOP, SHOP);
	}
});

test('letters that no host may have end it', () => {
	for (const after of [
		'에서 확인',
		'をご覧ください',
		'です',
		'ครับ',
		'请看',
		'谢谢',
		'で',
		'и',
		'и далее',
		'و',
		'ו',
		'를',
		'에서.그리고',
		'。次',
		'ＡＢＣ',
	]) {
		assertLink(`https://shop.example${after}`, 'https://shop.example', 'https://shop.example/');
		assertLink(`www.shop.example${after}`, 'www.shop.example', 'http://www.shop.example/');
		assertLink(`anna@shop.example${after}`, 'anna@shop.example', 'mailto:anna@shop.example');
	}
	assertLink('https://shop.example/versand에서', SHOP, SHOP);
	assertLink('请看https://shop.example/versand谢谢', SHOP, SHOP);
	assertLink('请看www.shop.example谢谢', 'www.shop.example', 'http://www.shop.example/');
	assertLink('https://ไทย.ไทยครับ', 'https://ไทย.ไทย', 'https://xn--o3cw4h.xn--o3cw4h/');
	assertLink("https://shop.example/kargo'dan", 'https://shop.example/kargo', 'https://shop.example/kargo');
	assertLink('https://shop.example’s', 'https://shop.example', 'https://shop.example/');
});

test('international hosts are linked as they were written, to where browsers go', () => {
	for (const [address, target] of [
		['https://пример.рф/доставка', 'https://xn--e1afmkfd.xn--p1ai/%D0%B4%D0%BE%D1%81%D1%82%D0%B0%D0%B2%D0%BA%D0%B0'],
		['https://müller.de', 'https://xn--mller-kva.de/'],
		['www.müller.de/größe', 'http://www.xn--mller-kva.de/gr%C3%B6%C3%9Fe'],
		['https://例子.中国', 'https://xn--fsqu00a.xn--fiqs8s/'],
		['https://한국.한국', 'https://xn--3e0b707e.xn--3e0b707e/'],
		['https://قطر.قطر/x', 'https://xn--wgbl6a.xn--wgbl6a/x'],
		['https://日本語.jp:8080/a', 'https://xn--wgv71a119e.jp:8080/a'],
		['https://भारत.भारत', 'https://xn--h2brj9c.xn--h2brj9c/'],
		['https://xn--e1afmkfd.xn--p1ai/', 'https://xn--e1afmkfd.xn--p1ai/'],
	] as const) {
		assertLink(address, address, target);
		assertLink(`(${address}).`, address, target);
	}
});

test('an address of mail is linked whole, or not at all', () => {
	for (const [address, target = `mailto:${address}`] of [
		['jürgen@example.de', 'mailto:j%C3%BCrgen@example.de'],
		["o'brien@example.ie"],
		['o’brien@example.ie', "mailto:o'brien@example.ie"],
		['jörg@müller.de', 'mailto:j%C3%B6rg@xn--mller-kva.de'],
		['иван@пример.рф', 'mailto:%D0%B8%D0%B2%D0%B0%D0%BD@xn--e1afmkfd.xn--p1ai'],
		['用户@例子.公司', 'mailto:%E7%94%A8%E6%88%B7@xn--fsqu00a.xn--55qx5d'],
		['mary_ann+x@x.example'],
		['a.b-c@sub.x.example'],
	]) {
		assertLink(`Mail ${address}.`, address ?? '', target ?? '');
		assertLink(`(${address})`, address ?? '', target ?? '');
		assertLink(`**x** ${address}`.replaceAll('**', ''), address ?? '', target ?? '');
	}
	assertLink('请联系info@shop.example', 'info@shop.example', 'mailto:info@shop.example');
	for (const text of [
		'sales/info@shop.example',
		'a=b@shop.example',
		'a!b@shop.example',
		'a#b@c.example',
		'a@b',
		'a@b@c.example',
		'@shop.example',
		`${'a'.repeat(70)}@shop.example`,
		'a@1.2',
	]) {
		assertNoLink(text);
	}
});

test('what belongs to an address stays in it', () => {
	for (const address of [
		'https://en.wikipedia.org/wiki/A_(b)',
		'https://a.example/x?filter[a]=1&b=c,d;e:f#g/h!i',
		'https://ko.wikipedia.org/wiki/%ED%95%9C',
		'http://localhost:3000/x',
		'http://192.168.0.1:8080/x',
		'http://[::1]:3000/x',
		'https://a.example/_a_/b',
		'https://youtu.be/abcdefghi-_',
		'https://a.example/@b/~c/$d',
	]) {
		assertLink(address, address, address);
	}
	assertLink(
		'https://ko.wikipedia.org/wiki/한국',
		'https://ko.wikipedia.org/wiki/한국',
		'https://ko.wikipedia.org/wiki/%ED%95%9C%EA%B5%AD',
	);
});

test('addresses behind each other, in emphasis and before a line break by backslash', () => {
	assert.deepEqual(linksOf(partsOf(`${SHOP},https://b.example/y;https://c.example`)), [
		`${SHOP} → ${SHOP}`,
		'https://b.example/y → https://b.example/y',
		'https://c.example → https://c.example/',
	]);
	for (const text of [
		`**${SHOP}**です`,
		`*${SHOP}*`,
		`_${SHOP}_`,
		`__${SHOP}__.`,
		`***${SHOP}***`,
		`詳細は**${SHOP}**をご覧`,
	]) {
		assert.deepEqual(linksOf(partsOf(text)), [`${SHOP} → ${SHOP}`], text);
		assert.doesNotMatch(wordsOf(partsOf(text)), /[*]|_/, text);
	}
	const [line] = parseMarkdown('https://example.com/trip/\\\nnext');
	assert.deepEqual(line, {
		kind: 'paragraph',
		content: [
			{
				kind: 'link',
				href: 'https://example.com/trip/',
				content: [{ kind: 'text', text: 'https://example.com/trip/' }],
			},
			{ kind: 'text', text: '\nnext' },
		],
	});
});

test('an address with a user is none, also not a part of it', () => {
	for (const text of [
		'https://bank.example@evil.example/x',
		'https://a:b@evil.example',
		'https://bank.example:443@evil.example',
	]) {
		assertNoLink(text);
	}
});

test('mails, transcripts and articles have the same addresses', () => {
	const text = 'Siehe „https://shop.example/versand“ und jürgen@example.de';
	for (const { text: html } of [richHtml(parseMarkdown(text)), articleHtml(parseArticle(text))]) {
		assert.match(html, /„<a href="https:\/\/shop\.example\/versand"[^>]*>https:\/\/shop\.example\/versand<\/a>“/);
		assert.match(html, /<a href="mailto:j%C3%BCrgen@example\.de"[^>]*>jürgen@example\.de<\/a>/);
	}
});

test('the international domains are those of the list', () => {
	const international = tlds.filter((domain) => /[^a-z\d-]/.test(domain));
	assert.deepEqual(INTERNATIONAL_DOMAINS.split(' ').toSorted(), international.toSorted());
});
