import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt, highlight } from '../../src/desk/search/highlight.ts';

/** What is found stands in brackets. */
function mark(text: string, query: string): string {
	return highlight(text, query)
		.map((part) => (part.isFound ? `[${part.text}]` : part.text))
		.join('');
}

test('words that begin as those of the query do are marked, whatever their case and accents', () => {
	assert.equal(mark('The Kiln, kilns and a sakiln', 'kiln'), 'The [Kiln], [kilns] and a sakiln');
	assert.equal(mark('Où est le café?', 'cafe OU'), '[Où] est le [café]?');
	assert.equal(mark('Nothing of it', 'kiln'), 'Nothing of it');
	assert.equal(mark('A text', '?!'), 'A text');
});

test('in a script without spaces a word is marked wherever it stands, and only there', () => {
	assert.equal(mark('注文の配送状況', '配送'), '注文の[配送]状況');
	assert.equal(mark('注文の配送状況', '返品'), '注文の配送状況');
	assert.equal(mark('配送状況', '配送'), '[配送]状況');
});

test('what is long before the first word that is found is left out, from a space', () => {
	const said = (text: string) =>
		excerpt(highlight(text, 'kiln'))
			.map((part) => part.text)
			.join('');
	assert.equal(said('We fire the kiln'), 'We fire the kiln');
	const long = 'We have been firing clay and glaze here for more than thirty years in a kiln';
	assert.equal(said(long), '… here for more than thirty years in a kiln');
	assert.equal(said('kiln'), 'kiln');
	assert.equal(said(`${'x'.repeat(60)} kiln`), '… kiln');
});
