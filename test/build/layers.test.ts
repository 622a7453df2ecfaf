import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { refuseImport } from '../../src/build/lint/layers.ts';
import { ROOT } from '../../src/build/root.ts';

const ALLOWED: [file: string, specifier: string][] = [
	['elements/live-chat-widget.ts', '../src/host/Launcher.tsx'],
	['src/host/frameChannel.ts', '#protocol/frameMessages.ts'],
	['src/protocol/entities.ts', 'valibot'],
	['src/widget/features/messages/send.ts', '../../transport/rest.ts'],
	['src/widget/features/messages/send.ts', '../conversation/conversation.ts'],
	['src/widget/features/messages/MessagesView.tsx', './MessageBubble.tsx'],
	['src/widget/features/messages/MessageBody.tsx', '../kinds/KindBody.tsx'],
	['src/widget/app/routes.ts', '../features/messages/MessagesView.tsx'],
	['src/widget/app/view.tsx', 'catalogs:widget'],
	['src/desk/main.tsx', '../widget/ui/Button.tsx'],
	['src/survey/locale.ts', 'catalogs:survey'],
	['src/server/createApp.ts', '#protocol/widgetRoutes.ts'],
	['test/host/launcher.test.ts', '../../src/server/createApp.ts'],
	['rollup.config.mjs', './src/build/sourcePlugins.ts'],
];

const REFUSED: [file: string, specifier: string, why: RegExp][] = [
	['src/protocol/entities.ts', '../server/store/store.ts', /may not import src\/server/],
	['src/protocol/entities.ts', 'jotai', /valibot and no other package/],
	['src/host/panel.ts', '../../elements/live-chat-widget.ts', /may not import elements/],
	['src/host/panel.ts', '../widget/ui/Button.tsx', /may not import src\/widget\/ui/],
	['src/widget/ui/Button.tsx', '../features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/widget/transport/rest.ts', '../features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/widget/features/home/home.ts', '../../app/routes.ts', /may not import src\/widget\/app/],
	['src/widget/features/home/HomeView.tsx', '../messages/MessageBubble.tsx', /private to its feature/],
	['src/widget/features/home/HomeView.tsx', '../messages/MessagesView.tsx', /private to its feature/],
	['src/widget/features/kinds/KindBody.tsx', '../messages/MessageBubble.tsx', /private to its feature/],
	['src/widget/app/view.tsx', '../features/messages/MessageBubble.tsx', /private to its feature/],
	['src/desk/main.tsx', '../widget/features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/desk/main.tsx', 'catalogs:widget', /may not load the texts/],
	['src/survey/survey.ts', '../widget/features/csat/csat.ts', /may not import src\/widget\/features/],
	['src/server/createApp.ts', '../host/panel.ts', /may not import src\/host/],
	['src/host/panel.ts', './frameChannel', /lacks its extension/],
	['src/widget/features/home/parts/a.ts', '../../../transport/rest.ts', /climbs more than two/],
	['src/helpers/text.ts', './other.ts', /lies in no layer/],
	['src/host/panel.ts', '../helpers/text.ts', /lies in no layer/],
];

test('imports along the arrows of design section 3 are allowed', () => {
	for (const [file, specifier] of ALLOWED)
		assert.equal(refuseImport(file, specifier), undefined, `${file} ← ${specifier}`);
});

test('imports against the arrows are refused, with the reason', () => {
	for (const [file, specifier, why] of REFUSED) {
		assert.match(refuseImport(file, specifier) ?? 'allowed', why, `${file} ← ${specifier}`);
	}
});

test('the linter refuses a bad import in every form, a cycle and a default export', (t) => {
	const repository = mkdtempSync(join(tmpdir(), 'live-chat-lint-'));
	t.after(() => rmSync(repository, { recursive: true, force: true }));
	const write = (file: string, content: string) => {
		mkdirSync(dirname(join(repository, file)), { recursive: true });
		writeFileSync(join(repository, file), content);
	};
	write('src/server/store.ts', 'export const store = {};\nexport interface Store { id: number }\n');
	write('src/host/static.ts', "import { store } from '../server/store.ts';\nstore.toString();\n");
	write('src/host/dynamic.ts', "await import('../server/store.ts');\n");
	write('src/host/again.ts', "export { store } from '../server/store.ts';\n");
	write('src/host/everything.ts', "export * from '../server/store.ts';\n");
	write('src/host/type.ts', "export type Id = import('../server/store.ts').Store['id'];\n");
	write('src/host/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
	write('src/host/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
	write('src/host/default.ts', 'export default 1;\n');

	const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
	const config = join(ROOT, 'src/build/lint/oxlint.json');
	const { stdout } = spawnSync(oxlint, ['--config', config, '--format', 'unix', '.'], {
		cwd: repository,
		encoding: 'utf8',
	});

	for (const file of ['static', 'dynamic', 'again', 'everything', 'type']) {
		assert.match(
			stdout,
			new RegExp(`src/host/${file}\\.ts:.* src/host may not import src/server`),
			`${file}: ${stdout}`,
		);
	}
	assert.match(stdout, /src\/host\/[ab]\.ts:.*no-cycle/);
	assert.match(stdout, /src\/host\/default\.ts:.*no-default-export/);
});
