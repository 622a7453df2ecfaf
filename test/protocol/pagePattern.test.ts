/**
 * The examples of docs/tag.md. And patterns that name nothing, with the URLPattern of the platform
 * and with the polyfill for browsers without one.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { URLPattern as Polyfill } from 'urlpattern-polyfill/urlpattern';
import { matchesPage, type Pattern } from '#protocol/base/pagePattern.ts';
import { ROOT } from '../../src/build/root.ts';

interface Example {
	pattern: string;
	page: string;
	isNamed: boolean;
}

const SITE = 'https://shop.example';
const [, chapter = ''] = readFileSync(`${ROOT}/docs/tag.md`, 'utf8').split('## Where and when there is a chat');
const EXAMPLES: Example[] = [...chapter.matchAll(/^\| (`.+`) \| (`.+`) \| (`.+`) \|$/gm)].flatMap(
	([, pattern = '', named = '', others = '']) =>
		[named, others].flatMap((cell) =>
			valuesIn(cell).map((page) => ({
				pattern: valuesIn(pattern).join(),
				page: page.startsWith('/') ? SITE + page : page,
				isNamed: cell === named,
			})),
		),
);

const MALFORMED: Example[] = [
	{ pattern: 'shop.example/x', page: `${SITE}/x`, isNamed: false },
	{ pattern: `${SITE}/a+b`, page: `${SITE}/a+b`, isNamed: false },
	{ pattern: '', page: `${SITE}/`, isNamed: false },
];

/** Patterns of `hide-on` name no site, and campaigns do. */
const ofPaths = EXAMPLES.filter(({ pattern }) => !pattern.startsWith('http'));
const ofSites = [...EXAMPLES.filter((example) => !ofPaths.includes(example)), ...MALFORMED];
const IMPLEMENTATIONS: [name: string, examples: Example[], Pattern: Pattern | undefined][] = [
	['as in hide-on', ofPaths, undefined],
	["with the platform's URLPattern", ofSites, URLPattern],
	["with the polyfill's URLPattern", ofSites, Polyfill as unknown as Pattern],
];

test('the page has examples of both', () => {
	assert.ok(ofPaths.length > 30 && ofSites.length > 25, `${ofPaths.length} and ${ofSites.length}`);
});

for (const [how, examples, Implementation] of IMPLEMENTATIONS)
	for (const { pattern, page, isNamed } of examples)
		test(`${how}, "${pattern}" ${isNamed ? 'names' : 'does not name'} ${page}`, () => {
			assert.equal(matchesPage(pattern, page, Implementation), isNamed);
		});

for (const sign of ['(', ')', '{', '}', '+', ':id'])
	test(`in a path of hide-on ${sign} means itself`, () => {
		assert.equal(matchesPage(`/a${sign}b*`, `${SITE}/a${sign}bc`), true);
	});

/** What a cell has between backquotes. */
function valuesIn(cell: string): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
}
