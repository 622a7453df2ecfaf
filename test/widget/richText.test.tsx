import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, afterEach, describe, test } from 'node:test';
import { act } from 'react';
import { COSTLY_SHAPES } from '../support/costlyMarkdown.ts';
import { installPage } from '../support/happyDom.ts';

const removePage = installPage();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The network that the parser is loaded over. */
const network = { isUp: true };
registerHooks({
	load(url, context, next) {
		if (!network.isUp && url.endsWith('/parseMarkdown.ts')) throw new Error('Failed to fetch');
		return next(url, context);
	},
});

const { createRoot } = await import('react-dom/client');
const { RichText } = await import('../../src/ui/richText/RichText.tsx');
const { plainText, usePlainText } = await import('../../src/ui/richText/plainText.ts');

const mounted: { unmount(): void }[] = [];
afterEach(() => act(() => mounted.splice(0).forEach((root) => root.unmount())));
after(removePage);

function mount(text: string): HTMLElement {
	const place = document.createElement('div');
	const root = createRoot(place);
	mounted.push(root);
	act(() => root.render(<RichText text={text} />));
	return place.firstElementChild as HTMLElement;
}

/** Resolves when nothing is being loaded any more. */
async function draw(text: string): Promise<HTMLElement> {
	const place = mount(text);
	await act(() =>
		import('../../src/markdown/parseMarkdown.ts').then(
			() => undefined,
			() => undefined,
		),
	);
	return place;
}

/** The elements without their class names. */
async function html(text: string): Promise<string> {
	return (await draw(text)).innerHTML
		.replace(/ class="[^"]*"/g, '')
		.replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '');
}

async function links(text: string): Promise<string[]> {
	return [...(await draw(text)).querySelectorAll('a')].map(
		(link) => `${link.textContent} → ${link.getAttribute('href')}`,
	);
}

// The first two tests need a parser that has not been loaded yet.

test('a text is shown as it was written while the parser cannot be loaded', async () => {
	network.isUp = false;
	const place = await draw('**Hello**\nhttps://a.example');
	network.isUp = true;
	assert.equal(place.textContent, '**Hello**\nhttps://a.example');
	assert.equal(place.querySelector('strong, a'), null);
	assert.equal(plainText('**Hello**\nyou'), '**Hello** you');
});

test('the next text loads the parser again, and both are drawn then', async () => {
	const first = mount('**first**');
	assert.equal(first.textContent, '**first**');
	const second = await draw('**second**');
	assert.equal(first.querySelector('strong')?.textContent, 'first');
	assert.equal(second.querySelector('strong')?.textContent, 'second');
});

describe('what Markdown becomes', () => {
	const cases: [claim: string, text: string, html: string][] = [
		['emphasis', '*a* _b_', '<p dir="auto"><em>a</em> <em>b</em></p>'],
		[
			'strong',
			'**a** __b__ ***c***',
			'<p dir="auto"><strong>a</strong> <strong>b</strong> <em><strong>c</strong></em></p>',
		],
		['code in a line', 'run `a < b`', '<p dir="auto">run <code>a &lt; b</code></p>'],
		['a block of code', '```js\na *b*\n  c\n```', '<pre dir="auto"><code>a *b*\n  c</code></pre>'],
		['bullets', '- a\n- **b**', '<ul dir="auto"><li><p>a</p></li><li><p><strong>b</strong></p></li></ul>'],
		[
			'numbers, from the first one on',
			'3. a\n4. b',
			'<ol dir="auto" start="3"><li><p>a</p></li><li><p>b</p></li></ol>',
		],
		['a list in a list', '- a\n  - b', '<ul dir="auto"><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
		['a quote', '> a\n> b\n\nc', '<blockquote dir="auto"><p>a\nb</p></blockquote><p dir="auto">c</p>'],
		['a heading is a strong line', '# a\nb', '<p dir="auto"><strong>a</strong></p><p dir="auto">b</p>'],
		[
			'a table is lines',
			'| a | b |\n|---|---|\n| 1 | *2* |',
			'<p dir="auto"><strong>a | b</strong>\n1 | <em>2</em></p>',
		],
		['a task is what was typed', '- [x] a', '<ul dir="auto"><li><p>[x] a</p></li></ul>'],
		['a rule is what was typed', '*a*\n\n---', '<p dir="auto"><em>a</em></p><p dir="auto">---</p>'],
		['a line break is one', 'a\nb\n\nc', '<p dir="auto">a\nb\n\nc</p>'],
		['a line break is one beside markup too', '*a*\nb\n\nc', '<p dir="auto"><em>a</em>\nb</p><p dir="auto">c</p>'],
		['an escaped mark is the mark', '\\*a\\*', '<p dir="auto">*a*</p>'],
	];
	for (const [claim, text, expected] of cases) test(claim, async () => assert.equal(await html(text), expected));
});

describe('what people do not mean as Markdown stays as they typed it', () => {
	const cases: [claim: string, text: string][] = [
		['HTML', '<b onclick="x()">a</b> & <br>'],
		['character references', '&lt;b&gt; &#60; *'],
		['a year at the beginning', '2024. That was a year*'],
		['a line above a signature', 'Hi*\n--\nBob'],
		['a definition', '[note]: call back'],
		['something struck out', '~~a~~ *'],
		['words with underscores', 'snake_case_name'],
		['a multiplication', '2 * 3 * 4'],
		['marks without words', '**'],
		['a lonely dash', '-'],
		['a lonely greater-than sign', '>'],
	];
	for (const [claim, text] of cases) test(claim, async () => assert.equal((await draw(text)).textContent, text));

	test('indentation does not make code', async () => assert.equal((await draw('    *a*')).querySelector('code'), null));
});

describe('links', () => {
	test('open in a new tab, without a referrer', async () => {
		const link = (await draw('[a](https://a.example)')).querySelector('a');
		assert.equal(link?.target, '_blank');
		assert.equal(link?.rel, 'noopener noreferrer nofollow');
	});

	test('are made of http, https, mailto and tel', async () => {
		assert.deepEqual(
			await links('[a](http://a.example/x) [b](https://b.example) [c](mailto:c@c.example) [d](tel:+49301234)'),
			['a → http://a.example/x', 'b → https://b.example/', 'c → mailto:c@c.example', 'd → tel:+49301234'],
		);
	});

	test('are made of addresses that stand alone', async () => {
		assert.deepEqual(await links('See https://a.example/x?y=1, (www.b.example) or c@d.example.'), [
			'https://a.example/x?y=1 → https://a.example/x?y=1',
			'www.b.example → http://www.b.example/',
			'c@d.example → mailto:c@d.example',
		]);
	});

	test('end where Chinese and Japanese punctuation begins', async () => {
		assert.deepEqual(await links('请看https://a.example/x。谢谢'), ['https://a.example/x → https://a.example/x']);
	});

	test('take the place of pictures', async () => {
		assert.deepEqual(await links('![plan](https://a.example/p.png) ![](https://a.example/q.png)'), [
			'plan → https://a.example/p.png',
			'https://a.example/q.png → https://a.example/q.png',
		]);
		assert.equal((await draw('![plan](https://a.example/p.png)')).querySelector('img'), null);
	});

	test('hold no other link', async () => {
		assert.deepEqual(await links('[![a](https://a.example/p.png)](https://b.example)'), ['a → https://b.example/']);
	});

	test('are not made of addresses that lead astray', async () => {
		const text = '[a](javascript:x) [b](/path) [c](//c.example) [d](https://bank.example@evil.example) [e](data:,x)';
		const place = await draw(text);
		assert.equal(place.querySelector('a'), null);
		assert.equal(place.textContent, text);
	});

	test('are not made of mentions, which show as names', async () => {
		assert.equal((await draw('[@Ada](mention://user/1/Ada) hi')).innerHTML.includes('<a'), false);
		assert.equal((await draw('[@Ada](mention://user/1/Ada) hi')).textContent, '@Ada hi');
	});
});

test('texts without Markdown are the same with and without the parser', async () => {
	const { parseMarkdown } = await import('../../src/markdown/parseMarkdown.ts');
	const { isWorthParsing } = await import('../../src/markdown/isWorthParsing.ts');
	const { toLine, literal } = await import('../../src/markdown/blocks.ts');
	const parts = [
		'a',
		'Bc',
		'5',
		'. ',
		', ',
		': ',
		'-',
		' - ',
		'! ',
		'? ',
		'(',
		')',
		'&',
		';',
		"'",
		'"',
		'/',
		'#',
		'+',
		'~',
		'=',
		'<',
		'>',
		'%',
		'^',
		'{',
		'}',
		'\n',
		' ',
	];
	// A pseudo-random sequence that is the same in every run.
	let state = 1;
	const next = () => (state = (state * 48_271) % 2_147_483_647);
	const texts = Array.from({ length: 3_000 }, () =>
		Array.from({ length: 1 + (next() % 12) }, () => parts[next() % parts.length]).join(''),
	);
	const plain = texts.filter((text) => !isWorthParsing(text));
	assert.ok(plain.length > 1_000);
	for (const text of plain) {
		const blocks = parseMarkdown(text);
		assert.equal(toLine(blocks), toLine([literal(text)]), JSON.stringify(text));
		const hasOnlyText = blocks.every(
			(block) => block.kind === 'paragraph' && block.content.every(({ kind }) => kind === 'text'),
		);
		assert.ok(hasOnlyText, JSON.stringify(text));
	}
});

describe('in a place with one line', () => {
	test('the words stand without their markup', () => {
		assert.equal(plainText('# Hi *you*\n\n- [a](https://a.example)\n- `b`\n\n> c\n\n```\nd\n```'), 'Hi you a b c d');
	});

	test('a text without Markdown stays, on one line', () => assert.equal(plainText(' a\n\nb  c '), 'a b c'));

	test('a component can have the same', async () => {
		const place = document.createElement('div');
		const root = createRoot(place);
		mounted.push(root);
		const Quote = ({ text }: { text: string }) => <q>{usePlainText(text)}</q>;
		await act(async () => root.render(<Quote text={'**a**\nb'} />));
		assert.equal(place.textContent, 'a b');
	});
});

describe('a text made to take long', () => {
	test('shows as it was written when it is long', async () => {
		for (const shape of COSTLY_SHAPES) {
			const text = shape.repeat(150_000 / shape.length).trim();
			const place = await draw(text);
			assert.equal(place.textContent, text);
			assert.equal(place.querySelectorAll('*').length, 1, shape);
		}
	});

	test('makes few elements, and none too deep, when it is short enough to be parsed', async () => {
		for (const shape of COSTLY_SHAPES) {
			const place = await draw(shape.repeat(900 / shape.length));
			assert.ok(place.querySelectorAll('*').length <= 1_001, shape);
			assert.equal(place.querySelector('blockquote '.repeat(8)), null, shape);
		}
	});
});
