import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { ROOT } from '../../src/build/root.ts';
import { installPackage } from '../support/npmPackage.ts';

const site = installPackage();
after(site.remove);

const installed = join(site.folder, 'node_modules/live-chat-widget');
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
	exports: Record<string, unknown>;
	dependencies?: object;
	peerDependencies: object;
	peerDependenciesMeta: Record<string, { optional: boolean }>;
	scripts?: object;
	imports?: object;
	engines: object;
};
const modules = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));

for (const name of modules) {
	test(`importing "${name}" of the package on a server is harmless`, () => {
		assert.equal(site.run(`await import(${JSON.stringify(name.replace('.', 'live-chat-widget'))});`), '');
	});
}

test('the package contains the browser half, and needs nothing but React', () => {
	assert.deepEqual(
		site.files.filter(
			(path) =>
				!/^([\w./-]+\.(js|json|d\.ts)|README\.md|docs\/tag\.md|CHANGELOG\.md|LICENSE|(standalone\/)?third-party-notices\.txt)$/.test(
					path,
				),
		),
		[],
	);
	assert.equal(manifest.dependencies, undefined);
	assert.deepEqual(manifest.peerDependencies, { react: '>=18', 'react-dom': '>=18' });
	for (const name of Object.keys(manifest.peerDependencies)) assert.ok(manifest.peerDependenciesMeta[name]?.optional);
	// Fields that belong to the repository only.
	assert.equal(manifest.scripts, undefined);
	assert.equal(manifest.imports, undefined);
	assert.deepEqual(manifest.engines, { node: '>=20' });
});

test('the package contains the files that its README and docs/tag.md link to', () => {
	for (const page of ['README.md', 'docs/tag.md']) {
		const text = readFileSync(join(installed, page), 'utf8');
		const links = [...text.matchAll(/(?:\]\(|src="|srcset=")([^)"#\s]+)/g)].map(([, link = '']) => link);
		const broken = links.filter(
			(link) => !link.startsWith('https:') && !existsSync(join(installed, dirname(page), link)),
		);
		assert.deepEqual(broken, [], page);
	}
});

test('publint finds no problem', async () => {
	const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
	assert.deepEqual(messages, []);
});

test("the package's types resolve for every kind of module resolution", async () => {
	const analysis = await checkPackage(createPackageFromTarballData(readFileSync(site.tarball)));
	assert.ok(analysis.types);
	// The package has ES modules only: `require` gets one as well, and resolution as in Node 10
	// knows no exports.
	const problems = analysis.problems.filter(
		(problem) =>
			problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
	);
	assert.deepEqual(problems, []);
});

test('TypeScript accepts what the tag can do, and refuses what it cannot', () => {
	const source = join(site.folder, 'typed.tsx');
	writeFileSync(
		source,
		`import { LiveChatWidget as Element, define, type UserFacts } from 'live-chat-widget';
import { LiveChatWidget } from 'live-chat-widget/react';
import 'live-chat-widget/standalone';

const user: UserFacts = { name: 'Ada', email: 'ada@example.test' };
const element: Element = document.createElement('live-chat-widget');
element.addEventListener('live-chat-widget:unread', (event) => event.detail.count.toFixed());
const done: Promise<void> = element.setUser('u-1', user);
define('shop-chat', customElements);
export const drawn = [
	<LiveChatWidget websiteToken="demo" position="left" className="chat" onMessage={({ detail }) => detail.content}>
		<button slot="launcher">Chat</button>
	</LiveChatWidget>,
	<live-chat-widget website-token="demo" hide-message-bubble launcher-title="Ask us" />,
	<live-chat-widget website-token="demo" remember-open="false" show-unread-messages-dialog="true" />,
	<LiveChatWidget websiteToken="demo" rememberOpen={false} />,
];
// @ts-expect-error React leaves the attribute away, which means true.
export const away = <live-chat-widget website-token="demo" remember-open={false} />;
// @ts-expect-error There is no such side.
element.position = 'middle';
// @ts-expect-error A channel it must have.
export const without = [<LiveChatWidget />, done];
// @ts-expect-error It registers the tag, and exports nothing.
export { LiveChatWidget as Standalone } from 'live-chat-widget/standalone';
// @ts-expect-error There is no such style.
export const other = <live-chat-widget website-token="demo" widget-style="fancy" />;
`,
	);
	compile('typed.tsx');
});

test('TypeScript knows the tag where a site only has the module for sites without React', () => {
	const source = join(site.folder, 'standalone.ts');
	writeFileSync(
		source,
		"import 'live-chat-widget/standalone';\ndocument.createElement('live-chat-widget').position = 'left';\n",
	);
	compile('standalone.ts');
});

test("the package's types are written out, without internal types", () => {
	for (const file of site.files.filter((path) => path.endsWith('.d.ts'))) {
		assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /valibot|ATTRIBUTES|\bAttribute</, file);
	}
});

test("the editors' data has each attribute with its values", () => {
	const observed = site.run(
		"console.log((await import('live-chat-widget')).LiveChatWidget.observedAttributes.toSorted().join());",
	);
	const { modules: described } = readJson<{
		modules: { declarations?: { attributes: { name: string; description: string; type: { text: string } }[] }[] }[];
	}>('custom-elements.json');
	const attributes = described.flatMap(({ declarations }) => declarations ?? []).flatMap((one) => one.attributes);
	assert.equal(
		attributes
			.map(({ name }) => name)
			.toSorted()
			.join(),
		observed.trim(),
	);
	assert.equal(attributes.find(({ name }) => name === 'position')?.type.text, "'right' | 'left'");

	const { tags } = readJson<{ tags: { attributes: { name: string; values?: { name: string }[] }[] }[] }>(
		'vscode.html-data.json',
	);
	const [tag] = tags;
	assert.equal(tag?.attributes.length, attributes.length);
	assert.deepEqual(
		tag?.attributes.find(({ name }) => name === 'widget-style')?.values?.map(({ name }) => name),
		['rounded', 'flat'],
	);
	// Missing, it means true.
	assert.deepEqual(
		tag?.attributes.find(({ name }) => name === 'remember-open'),
		{
			name: 'remember-open',
			description: attributes.find(({ name }) => name === 'remember-open')?.description,
			values: [{ name: 'true' }, { name: 'false' }],
		},
	);
	assert.equal(attributes.find(({ name }) => name === 'remember-open')?.type.text, "'true' | 'false'");
});

/** Throws what TypeScript finds wrong in a file of the site. */
function compile(file: string): void {
	const options = {
		strict: true,
		noEmit: true,
		module: 'esnext',
		moduleResolution: 'bundler',
		target: 'esnext',
		jsx: 'react-jsx',
		lib: ['esnext', 'dom'],
		types: [],
	};
	writeFileSync(join(site.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }));
	execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', site.folder], {
		stdio: 'pipe',
		encoding: 'utf8',
	});
}

function readJson<T>(name: string): T {
	return JSON.parse(readFileSync(join(installed, name), 'utf8')) as T;
}
