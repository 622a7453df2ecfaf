import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { findBadCitations } from '../../src/build/lint/citations.ts';
import { LAYERS } from '../../src/build/lint/layers.ts';
import { embedPolicy } from '#protocol/frame/embedCode.ts';
import { ROOT } from '../../src/build/root.ts';

const PAGES = globSync(['docs/**/*.md', 'README.md', 'test/README.md', '.github/*.md'], { cwd: ROOT }).toSorted();
const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const FOLDERS = /^(src|elements|test|demo|deploy|locales|docs)\//;

for (const page of PAGES) {
	const text = readFileSync(join(ROOT, page), 'utf8');

	test(`${page} names only files and folders that exist`, () => {
		const named = [...text.matchAll(/`([\w./*<>-]+)`/g)]
			.map(([, path = '']) => path)
			.filter((path) => FOLDERS.test(path));
		const missing = named.filter((path) => !/[<>]/.test(path) && globSync(path, { cwd: ROOT }).length === 0);
		assert.deepEqual(missing, []);
	});

	test(`${page} links only to pages and headings that exist`, () => {
		const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
			([, link, picture]) => link ?? picture ?? '',
		);
		const broken = links.filter((link) => !/^https?:/.test(link) && !leads(page, link));
		assert.deepEqual(broken, []);
	});
}

/** Characters of a cell of a table: more is a paragraph, or a list, below it. */
const CELL_MAX = 300;

test('no cell of a table is as long as a paragraph', () => {
	const rows = PAGES.flatMap((page) =>
		[...readFileSync(join(ROOT, page), 'utf8').matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => ({ page, row })),
	);
	const cells = rows.flatMap(({ page, row }) => row.split(' | ').map((cell) => ({ page, cell: cell.trim() })));
	assert.deepEqual(
		cells.filter(({ cell }) => cell.length > CELL_MAX),
		[],
	);
});

/** The kinds of text that the linter does not read. */
const SENTENCE_MAX = 35;

test('no sentence of the documents has more than 35 words', () => {
	const sentences = PAGES.flatMap((page) =>
		readFileSync(join(ROOT, page), 'utf8')
			.replaceAll(/```[^]*?```/g, '')
			.replaceAll(/`[^`]*`/g, '')
			.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
			.filter((block) => !/^\s*[|#<]| · /.test(block))
			.flatMap((block) => block.replaceAll(/\]\([^)]*\)/g, ']').split(/(?<=[.!?:])\s+/))
			.map((sentence) => ({ page, sentence, words: sentence.split(/\s+/).filter((part) => /\w/.test(part)).length })),
	);
	assert.ok(sentences.length > 500);
	assert.deepEqual(
		sentences.filter(({ words }) => words > SENTENCE_MAX),
		[],
	);
});

const OTHER_TEXTS = globSync(['{docs,demo,test,locales,src}/**/*.{md,css,html,txt}', '*.{md,mjs,js}', '.ci/run'], {
	cwd: ROOT,
});

test('no CSS, HTML or Markdown file cites a document that is not in the repository', () => {
	const bad = OTHER_TEXTS.flatMap((file) =>
		findBadCitations(readFileSync(join(ROOT, file), 'utf8')).map((message) => `${file}: ${message}`),
	);
	assert.deepEqual(bad, []);
});

test('a citation leads to a heading of docs, or is reported', () => {
	// Split, so that the linter does not take this file's own texts for citations.
	const page = (name: string) => `docs/${name}.md`;
	for (const [text, expected] of [
		['Pages are cut so (docs/wire.md, Messages).', 0],
		[' * A visitor may do this (docs/wire.md,\n * Events and campaigns). More follows.', 0],
		['Both (docs/wire.md, Contact and Identity; docs/application-api.md, Bots).', 0],
		[`See ${page('wire')}, Nothing of the kind`, 1],
		[`See ${page('absent')}`, 1],
		[`As the ${['wire', 'contract'].join('-')} 1.0 says`, 1],
		[`As ${['issue', '4'].join(' ')} says`, 1],
	] as const) {
		assert.equal(findBadCitations(text).length, expected, text);
	}
});

test('docs/tag.md and the demo’s strict page name the directives that the desk shows', () => {
	const shown = embedPolicy('https://chat.example', { src: '/chat.js', integrity: 'sha384-x' })
		.split(';\n')
		.map((directive) => directive.slice(0, directive.indexOf(' ')));
	const [page = ''] =
		/has to allow the server's address in [^.]+/.exec(readFileSync(join(ROOT, 'docs/tag.md'), 'utf8')) ?? [];
	const [demo = ''] = /The chat needs [^;]+/.exec(readFileSync(join(ROOT, 'demo/strict.html'), 'utf8')) ?? [];
	for (const told of [page, demo]) assert.deepEqual(told.match(/[a-z]+-src/g), shown);
});

test('README leads to every page of docs', () => {
	const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
	const pages = PAGES.filter((page) => page.startsWith('docs/'));
	assert.ok(pages.length > 10);
	const missing = pages.filter((page) => !readme.includes(`](${page}`));
	assert.deepEqual(missing, []);
});

test('docs/guide/privacy.md names everything that the chat stores in the visitor’s browser', () => {
	const page = readFileSync(join(ROOT, 'docs/guide/privacy.md'), 'utf8');
	const sources = globSync('src/{client,host,models,widget}/**/*.{ts,tsx}', { cwd: ROOT });
	const stored = sources.flatMap((file) => storedNames(readFileSync(join(ROOT, file), 'utf8')));
	const told = [...readFileSync(join(ROOT, 'docs/wire.md'), 'utf8').matchAll(/^\| `(l?cw_[^`]+)` \|/gm)].map(
		([, name = '']) => name.replace('<website token>', '…`'),
	);
	// Of each kind one, so that a pattern that no longer finds any is noticed.
	for (const name of ['cw_conversation', 'lcw_open_', 'outbox:', 'live-chat-widget', 'emoji-picker-element'])
		assert.ok(stored.includes(name), name);
	assert.ok(told.includes('cw_conversation_…`'));
	const missing = [...stored, ...told].filter((name) => !page.includes(`\`${name}`));
	assert.deepEqual(missing, []);
});

/**
 * The beginnings of the names under which a file of the sources stores something: of cookies, of
 * keys (`word:${website token}`, where it is not the name of a lock), and of databases.
 */
function storedNames(source: string): string[] {
	const cookies = source.matchAll(/['`](l?cw_[a-z_]+)/g);
	const keys = source.matchAll(/(?<!withLock\(|claim\()`([a-z]+:)\$\{/g);
	const databases = source.matchAll(/(?:\bindexedDB\.open\(|\bDATABASE = )'([^']+)'/g);
	const [, removed = ''] = /\^\(([\w|-]+)\)\/\.test\(name\)/.exec(source) ?? [];
	return [...[...cookies, ...keys, ...databases].map(([, name = '']) => name), ...removed.split('|')].filter(Boolean);
}

test('docs/architecture.md says which folder may import which, as lint does', () => {
	const rows = [...ARCHITECTURE.matchAll(/^\| `((?:src|elements)[\w/]*)` \| .* \| (.*) \|$/gm)];
	assert.ok(rows.length > 10);
	const told = rows.map(([, folder = '', cell = '']) => [folder, cell]);
	const expected = told.map(([folder = '']) => {
		const { mayImport = [], mayLoad = [] } = LAYERS.find((layer) => layer.folder === folder) ?? {};
		const others = mayImport.filter((other) => !other.startsWith(`${folder}/`));
		const loaded = mayLoad.length === 0 ? '' : `; loads ${shortened(mayLoad)}`;
		return [folder, (shortened(others) || '–') + loaded];
	});
	assert.deepEqual(told, expected);
});

test('docs/contributing.md and docs/architecture.md name each folder of the sources', () => {
	const contributing = readFileSync(join(ROOT, 'docs/contributing.md'), 'utf8');
	const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
	assert.deepEqual(
		folders.map(({ name }) => `\`src/${name}/\``).filter((name) => !contributing.includes(name)),
		[],
	);
	const isTold = (name: string) => ARCHITECTURE.includes(`\`${name}\``);
	assert.deepEqual(
		LAYERS.filter(({ folder }) => !isTold(folder) && !isTold(basename(folder))),
		[],
	);
});

function shortened(folders: readonly string[]): string {
	return folders.map((folder) => folder.replace('src/', '')).join(', ');
}

for (const page of PAGES) {
	const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
	const [intro = ''] = text.split(/^## /m);
	const [contents] = /^(?:\*\*Contents\*\*|- \[)[^]*/m.exec(intro) ?? [];
	if (contents === undefined) continue;

	test(`the contents of ${page} lists each of its chapters, in their order`, () => {
		const named = [...contents.matchAll(/\[([^\]]+)\]\(#/g)].map(([, name]) => name);
		const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
		assert.deepEqual(named, headings);
	});
}

function leads(page: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const file = path === '' ? page : normalize(join(dirname(page), path));
	if (!existsSync(join(ROOT, file))) return false;
	return anchor === undefined || anchorsOf(file).includes(anchor);
}

/** The anchors that GitHub and GitLab make of a page's headings. */
function anchorsOf(file: string): string[] {
	const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
}
