import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from '#ui/avatar/initials.ts';
import { readBrowserFacts } from '../../src/desk/visitor/browserFacts.ts';
import { languageName } from '../../src/desk/visitor/languageName.ts';

test('initials come from the first two words that begin with a letter', () => {
	assert.equal(initialsOf('quiet-sun-204'), 'QS');
	assert.equal(initialsOf('Ada Lee'), 'AL');
	assert.equal(initialsOf('بشرى الحسن'), 'با');
	assert.equal(initialsOf('204'), '?');
});

test('browserFacts names the browser, its language and the page', () => {
	const facts = readBrowserFacts({
		browser: { browser_name: 'Firefox', browser_version: '140', platform_name: 'Linux', platform_version: null },
		browser_language: 'pt-BR',
		referer: 'https://shop.example/cups?size=2',
	});
	assert.equal(facts.browser, 'Firefox 140 · Linux');
	assert.equal(facts.language, 'pt-BR');
	assert.equal(facts.page?.href, 'https://shop.example/cups?size=2');
});

test('a browser that does not say its name is no fact', () => {
	const browser = { browser_name: 'Unknown', browser_version: null, platform_name: 'Unknown', platform_version: null };
	assert.equal(readBrowserFacts({ browser }).browser, undefined);
	assert.equal(readBrowserFacts({ browser: { ...browser, platform_name: 'Linux' } }).browser, 'Linux');
});

test('malformed facts are left out, and a page that is no web address gets no link', () => {
	const none = { browser: undefined, language: undefined, page: undefined, utcOffset: undefined };
	assert.deepEqual(readBrowserFacts({}), none);
	assert.deepEqual(readBrowserFacts({ browser: 'x', browser_language: 3, referer: 'javascript:alert(1)' }), none);
});

test("a language has its name in the reader's language, and an invalid tag stays as it is", () => {
	assert.equal(languageName('pt-BR', 'en'), 'Brazilian Portuguese');
	assert.equal(languageName('de', 'pt_BR'), 'alemão');
	assert.equal(languageName('*', 'en'), '*');
});
