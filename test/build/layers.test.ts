import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findFileCircles, findFolderCircles } from '../../src/build/lint/circles.ts';
import { refuseImport } from '../../src/build/lint/layers.ts';
import { ROOT } from '../../src/build/root.ts';

const ALLOWED: [file: string, specifier: string][] = [
	['elements/live-chat-widget.ts', '../src/host/core/Launcher.tsx'],
	['src/host/onInterest/frameLink.ts', '#protocol/frame/frameMessages.ts'],
	['src/host/onDemand/popOut.ts', '../core/visitorMemory.ts'],
	['src/protocol/entities/entities.ts', 'valibot'],
	['src/models/thread.ts', '#client/rest.ts'],
	['src/widget/features/messages/send.ts', '#models/thread.ts'],
	['src/desk/thread/model/thread.ts', '#models/thread.ts'],
	['src/widget/features/messages/send.ts', '#client/rest.ts'],
	['src/widget/features/messages/send.ts', '../conversation/conversation.ts'],
	['src/widget/screens/conversation/MessagesView.tsx', './MessageBubble.tsx'],
	['src/widget/screens/conversation/MessageBody.tsx', '../../features/kinds/KindBody.tsx'],
	['src/widget/screens/home/HomeView.tsx', '../conversation/place.ts'],
	['src/widget/app/routing/routes.ts', '../../screens/conversation/MessagesView.tsx'],
	['src/widget/app/host/connectHost.ts', '../../bridge/hostChannel.ts'],
	['src/widget/app/view/view.tsx', 'catalogs:widget'],
	['src/desk/main.ts', '#ui/Button.tsx'],
	['src/desk/thread/model/thread.ts', '../../conversations/conversations.ts'],
	['src/desk/DeskView.tsx', './thread/ThreadView.tsx'],
	['src/desk/locale.ts', 'catalogs:desk'],
	['src/survey/show.tsx', 'catalogs:survey'],
	['src/server/createApp.ts', '#protocol/widgetRoutes.ts'],
	['src/server/createApp.ts', './http/registerRoutes.ts'],
	['src/server/domain/contacts/identify.ts', '../../store/store.ts'],
	['src/server/admin/admin.ts', '../run.ts'],
	['src/build/tryOut.ts', '../server/demo/tryOut.ts'],
	['test/host/launcher.test.ts', '../../src/server/createApp.ts'],
	['rollup.config.mjs', './src/build/sourcePlugins.ts'],
];

const REFUSED: [file: string, specifier: string, why: RegExp][] = [
	['src/protocol/entities/entities.ts', '../../server/store/store.ts', /may not import src\/server/],
	['src/protocol/entities/entities.ts', 'jotai', /valibot and no other package/],
	['src/host/core/panel.ts', '#ui/Button.tsx', /may not import src\/ui/],
	['src/host/host.ts', '#look/colors.ts', /may not import src\/look/],
	['src/host/onInterest/firstView.tsx', '#ui/avatar/Avatar.tsx', /may not import src\/ui/],
	['src/look/colors.ts', '#protocol/base/limits.ts', /nothing of ours/],
	['src/host/host.ts', './onInterest/frameLink.ts', /may not import src\/host\/onInterest/],
	['src/host/host.ts', './onDemand/popOut.ts', /may not import src\/host\/onDemand/],
	['src/host/onInterest/frameLink.ts', '../onDemand/popOut.ts', /may not import src\/host\/onDemand/],
	['src/ui/Button.tsx', '../widget/features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/client/rest.ts', '../widget/features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/models/thread.ts', '../desk/thread/thread.ts', /may not import src\/desk/],
	['src/survey/survey.ts', '#models/thread.ts', /may not import src\/models/],
	[
		'src/widget/features/messages/send.ts',
		'../../screens/conversation/place.ts',
		/may not import src\/widget\/screens/,
	],
	['src/widget/features/messages/send.ts', '../../app/routes.ts', /may not import src\/widget\/app/],
	['src/widget/screens/home/home.ts', '../../app/routes.ts', /may not import src\/widget\/app/],
	['src/widget/screens/home/home.ts', '../../bridge/hostChannel.ts', /may not import src\/widget\/bridge/],
	['src/widget/screens/home/HomeView.tsx', '../conversation/MessageBubble.tsx', /private to its folder/],
	['src/widget/screens/home/HomeView.tsx', '../conversation/MessagesView.tsx', /private to its folder/],
	['src/widget/features/voice/Voice.tsx', '../attachments/SelectedFileTray.tsx', /private to its folder/],
	['src/widget/app/view/view.tsx', '../../features/kinds/KindBody.tsx', /private to its folder/],
	['src/widget/app/view/view.tsx', '../../screens/conversation/MessageBubble.tsx', /private to its folder/],
	['src/desk/main.ts', '../widget/features/messages/messages.ts', /may not import src\/widget\/features/],
	['src/desk/conversations/conversations.ts', '../thread/thread.ts', /may not import src\/desk\/thread/],
	['src/desk/session/session.ts', '../visitor/presence.ts', /may not import src\/desk\/visitor/],
	['src/desk/common/route.ts', '../startDesk.tsx', /may not import src\/desk:/],
	['src/desk/main.ts', 'catalogs:widget', /may not load the texts/],
	['src/ui/Button.tsx', 'catalogs:widget', /may not load the texts/],
	['src/survey/survey.ts', '../widget/features/kinds/csat.ts', /may not import src\/widget\/features/],
	['src/server/createApp.ts', '../host/core/panel.ts', /may not import src\/host/],
	['src/server/createApp.ts', './demo/seed.ts', /may not import src\/server\/demo/],
	['src/server/domain/contacts/identify.ts', '../../http/routing/guard.ts', /may not import src\/server\/http/],
	['src/server/store/store.ts', '../domain/identify.ts', /may not import src\/server\/domain/],
	['src/server/mail/mailer.ts', '../files/files.ts', /may not import src\/server\/files/],
	['src/server/http/routing/guard.ts', '../../createApp.ts', /may not import src\/server:/],
	['src/host/core/panel.ts', './frameLink', /lacks its extension/],
	['src/widget/features/home/parts/a.ts', '../../../app/boot.ts', /climbs more than two/],
	['src/helpers/text.ts', './other.ts', /lies in no layer/],
	['src/host/core/panel.ts', '../../helpers/text.ts', /lies in no layer/],
];

test('imports along the arrows of the layers are allowed', () => {
	for (const [file, specifier] of ALLOWED)
		assert.equal(refuseImport(file, specifier), undefined, `${file} ← ${specifier}`);
});

test('imports against the arrows are refused, with the reason', () => {
	for (const [file, specifier, why] of REFUSED) {
		assert.match(refuseImport(file, specifier) ?? 'allowed', why, `${file} ← ${specifier}`);
	}
});

test('a module may import types of later chunks, and load those by import()', () => {
	const [file, later] = ['src/host/host.ts', './onInterest/frameLink.ts'];
	assert.match(refuseImport(file, later) ?? 'allowed', /may not import/);
	assert.equal(refuseImport(file, later, true), undefined);
	assert.match(refuseImport(file, '../ui/Button.tsx', true) ?? 'allowed', /may not import/);
});

test('the linter refuses a bad import in every form, a cycle and a default export', (t) => {
	const repository = mkdtempSync(join(tmpdir(), 'live-chat-lint-'));
	t.after(() => rmSync(repository, { recursive: true, force: true }));
	const write = (file: string, content: string) => {
		mkdirSync(dirname(join(repository, file)), { recursive: true });
		writeFileSync(join(repository, file), content);
	};
	write('src/server/store/store.ts', 'export const store = {};\nexport interface Store { id: number }\n');
	write('src/host/core/static.ts', "import { store } from '../../server/store/store.ts';\nstore.toString();\n");
	write('src/host/core/dynamic.ts', "await import('../../server/store/store.ts');\n");
	write('src/host/core/again.ts', "export { store } from '../../server/store/store.ts';\n");
	write('src/host/core/everything.ts', "export * from '../../server/store/store.ts';\n");
	write('src/host/core/type.ts', "export type Id = import('../../server/store/store.ts').Store['id'];\n");
	write('src/host/onInterest/link.ts', 'export const link = 1;\nexport type Link = typeof link;\n');
	write('src/host/early.ts', "import { link } from './onInterest/link.ts';\nexport const early = link;\n");
	write(
		'src/host/late.ts',
		"import type { Link } from './onInterest/link.ts';\nexport const late = (): Promise<{ link: Link }> => import('./onInterest/link.ts');\n",
	);
	write('src/host/core/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
	write('src/host/core/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
	write('src/host/core/default.ts', 'export default 1;\n');

	const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
	const config = join(ROOT, 'src/build/lint/oxlint.json');
	const { stdout } = spawnSync(oxlint, ['--config', config, '--format', 'unix', '.'], {
		cwd: repository,
		encoding: 'utf8',
	});

	for (const file of ['static', 'dynamic', 'again', 'everything', 'type']) {
		assert.match(
			stdout,
			new RegExp(`src/host/core/${file}\\.ts:.* src/host/core may not import src/server`),
			`${file}: ${stdout}`,
		);
	}
	assert.match(stdout, /src\/host\/early\.ts:.* src\/host may not import src\/host\/onInterest/);
	assert.doesNotMatch(stdout, /src\/host\/late\.ts:.*may not import/);
	assert.match(stdout, /src\/host\/core\/[ab]\.ts:.*no-cycle/);
	assert.match(stdout, /src\/host\/core\/default\.ts:.*no-default-export/);
});

test('circles of folders and of files are found, also by types alone and through others', (t) => {
	const repository = mkdtempSync(join(tmpdir(), 'live-chat-circles-'));
	t.after(() => rmSync(repository, { recursive: true, force: true }));
	const write = (file: string, content: string) => {
		mkdirSync(dirname(join(repository, file)), { recursive: true });
		writeFileSync(join(repository, file), content);
	};
	write('src/widget/a/one.ts', "import type { Two } from '../b/two.ts';\nexport type One = Two;\n");
	write('src/widget/b/two.ts', "export type Two = import('../c/three.tsx').Three;\n");
	write(
		'src/widget/c/three.tsx',
		"export interface Three { id: 3 }\nexport const load = () => import('../a/other.ts');\n",
	);
	write('src/widget/a/other.ts', "// import '../b/two.ts';\nexport const other = '';\n");
	write(
		'src/widget/d/top.ts',
		"import type { One } from '../a/one.ts';\nexport { other } from '../a/other.ts';\nexport type Top = One;\n",
	);

	assert.deepEqual(findFolderCircles(repository, 'src/widget'), [
		[
			'src/widget/a/one.ts → src/widget/b/two.ts',
			'src/widget/b/two.ts → src/widget/c/three.tsx',
			'src/widget/c/three.tsx → src/widget/a/other.ts',
		],
	]);
	assert.deepEqual(findFileCircles(repository), []);
	write('src/widget/a/other.ts', "import type { One } from '#widget/a/one.ts';\nexport type Other = One;\n");
	assert.deepEqual(findFileCircles(repository), [
		[
			'src/widget/a/one.ts → src/widget/b/two.ts',
			'src/widget/a/other.ts → src/widget/a/one.ts',
			'src/widget/b/two.ts → src/widget/c/three.tsx',
			'src/widget/c/three.tsx → src/widget/a/other.ts',
		],
	]);
});
