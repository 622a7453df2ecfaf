/** Patterns and pages that match or do not, with the platform's URLPattern and with the polyfill for browsers without one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { URLPattern as Polyfill } from 'urlpattern-polyfill/urlpattern';
import { matchesPage, type Pattern } from '#models/pageMatch.ts';

const E = 'https://e.test';

const VECTORS: [pattern: string, page: string, isMatch: boolean][] = [
	...['/pricing', '/pricing/', '/pricing?x=1', '/pricing#a', '/pricing/?x=1#a'].flatMap(
		(page): (typeof VECTORS)[number][] => [
			[`${E}/pricing`, E + page, true],
			[`${E}/pricing/`, E + page, true],
		],
	),
	[`${E}/pricing/`, `${E}/pricing/sub`, false],
	[`${E}/pricing/`, `${E}/pricing-old`, false],
	[`${E}/pricing/`, `${E}.other.example/pricing/`, false],
	[`${E}/`, `${E}/`, true],
	[`${E}/`, E, true],
	[`${E}/`, `${E}/?x`, true],
	[`${E}/`, `${E}/#x`, true],
	[`${E}/`, `${E}/any/path`, false],
	[`${E}/`, `${E}.other.example/`, false],
	[E, `${E}.other.example/`, false],
	[E, `${E}/any/path`, true],
	[E, `${E}/`, true],
	['http://localhost:3000/', 'http://localhost:3000/', true],
	['http://localhost:3000/', 'http://localhost:3000/a', false],
	['http://localhost:3000/', 'http://localhost:3001/', false],
	[`${E}/*`, `${E}/any/path`, true],
	[`${E}/*`, `${E}/`, true],
	[`${E}/a/*`, `${E}/a/b`, true],
	[`${E}/a/*`, `${E}/a/b/`, true],
	[`${E}/a/*`, `${E}/a/`, true],
	[`${E}/a/*`, `${E}/a`, false],
	[`${E}/*?utm_source=google*`, `${E}/offers/?utm_source=google&x=1`, true],
	[`${E}/*?utm_source=google*`, `${E}/offers`, false],
	[`${E}/größe`, `${E}/gr%C3%B6%C3%9Fe/`, true],
	['https://*.e.test/pricing/', 'https://app.e.test/pricing/', true],
	['https://*.e.test/pricing/', `${E}/pricing/`, false],
	['https://{*.}?e.test/pricing?test=true', 'https://app.e.test/pricing/?test=true', true],
	['https://{*.}?e.test/pricing?test=true', `${E}/pricing?test=true`, true],
	[`${E}/pricing?plan=pro`, `${E}/pricing?plan=pro`, true],
	[`${E}/pricing?plan=pro`, `${E}/pricing?plan=pro#x`, true],
	[`${E}/pricing/?plan=pro`, `${E}/pricing?plan=pro`, true],
	[`${E}/pricing?plan=pro`, `${E}/pricing`, false],
	[`${E}/users/:id`, `${E}/users/12`, true],
	[`${E}/users/:id/`, `${E}/users/12/`, true],
	[`${E}/users/:id`, `${E}/users`, false],
	[`${E}/x`, 'http://e.test/x', false],
	[`${E}/x`, `${E}/X`, false],
	// Malformed: they match nothing, and harm no other.
	['e.test/x', `${E}/x`, false],
	[`${E}/a+b`, `${E}/a+b`, false],
	['', `${E}/`, false],
];

const IMPLEMENTATIONS: [name: string, Pattern][] = [
	["the platform's", URLPattern],
	["the polyfill's", Polyfill as unknown as Pattern],
];

for (const [name, Pattern] of IMPLEMENTATIONS) {
	describe(`with ${name} patterns`, () => {
		for (const [pattern, page, isMatch] of VECTORS) {
			test(`"${pattern}" ${isMatch ? 'is' : 'is not'} for ${page}`, () => {
				assert.equal(matchesPage(Pattern, pattern, page), isMatch);
			});
		}
	});
}
