import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLinks } from '../../src/desk/thread/splitLinks.ts';

function linksIn(text: string): string[] {
	return splitLinks(text).flatMap(({ href }) => href ?? []);
}

test('the parts of a text make the text again', () => {
	const text = 'See https://a.example/x, then (http://b.example/?q=1&r=2).\nBye';
	assert.equal(
		splitLinks(text)
			.map((part) => part.text)
			.join(''),
		text,
	);
});

test('an address ends before the punctuation around it', () => {
	assert.deepEqual(linksIn('See https://a.example/x, then (http://b.example/?q=1&r=2).'), [
		'https://a.example/x',
		'http://b.example/?q=1&r=2',
	]);
});

test('nothing but http and https becomes a link', () => {
	assert.deepEqual(linksIn('javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example'), []);
});
