import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeUrl } from '../../src/markdown/safeUrl.ts';
import { attackStrings } from '../support/attackStrings.ts';

test('safeUrl answers the normalised address', () => {
	assert.equal(safeUrl('HTTPS://A.Example'), 'https://a.example/');
	assert.equal(safeUrl('https://a.example/ü?q=1&amp;r=2#x'), 'https://a.example/%C3%BC?q=1&amp;r=2#x');
	assert.equal(safeUrl('mailto:a@b.example?subject=Hi'), 'mailto:a@b.example?subject=Hi');
	assert.equal(safeUrl('tel:+49-30-1234'), 'tel:+49-30-1234');
});

test('safeUrl shows the real name of a site that is written to look like another', () => {
	assert.equal(safeUrl('https://\u0430pple.example/'), 'https://xn--pple-43d.example/');
});

test('safeUrl refuses every other protocol, however it is written', () => {
	const refused = [
		'javascript:x',
		'JaVaScRiPt:x',
		'data:text/html,x',
		'vbscript:x',
		'blob:https://a.example/x',
		'file:///x',
		'ftp://a.example',
	];
	for (const address of refused) assert.equal(safeUrl(address), undefined, address);
});

test('safeUrl refuses an address without a protocol, which would lead to our own server', () => {
	for (const address of ['', '/x', '//a.example', '?x', '#x', 'a.example', 'www.a.example', 'javascript&colon;x']) {
		assert.equal(safeUrl(address), undefined, address);
	}
});

test('safeUrl refuses characters that browsers drop, and those that reverse the reading direction', () => {
	const dropped = ['\t', '\n', '\r', '\0', '\u0001', ' ', '\u00a0', '\\', '\u202e', '\u2066', '\u200f', '\ufeff'];
	for (const character of dropped) {
		for (const address of [
			`${character}https://a.example`,
			`ht${character}tps://a.example`,
			`https://a.example/${character}x`,
		]) {
			assert.equal(safeUrl(address), undefined, JSON.stringify(address));
		}
	}
});

test('safeUrl refuses credentials, which hide the site behind them', () => {
	assert.equal(safeUrl('https://bank.example@evil.example/'), undefined);
	assert.equal(safeUrl('https://:x@evil.example/'), undefined);
});

test('safeUrl answers every attack string with one of the four protocols, or not at all', () => {
	for (const { text } of attackStrings) {
		assert.ok(/^(https?:\/\/|mailto:|tel:)/.test(safeUrl(text) ?? 'tel:'), text.slice(0, 200));
	}
});
