import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import { choose, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { makeAuditLogEntry } from './samples.ts';

const server = startFakeServer();
/** What the log has of a type. */
const ADDED: Readonly<Record<string, Partial<AuditLogEntry>>> = {
	Label: {
		action: 'create',
		auditable_type: 'Label',
		auditable_name: 'vip',
		audited_changes: { title: 'vip', description: '', color: '#ff0000', show_on_sidebar: true },
	},
	Account: {
		auditable_type: 'AccountUser',
		auditable_name: 'Ada Lee',
		audited_changes: { role: ['agent', 'administrator'], locale: ['en', 'pt_BR'] },
	},
	AccessToken: {
		action: 'create',
		auditable_type: 'AccessToken',
		auditable_name: 'Export',
		audited_changes: { name: 'Export', user_id: 5, expires_at: new Date(2027, 0, 31, 12).getTime() },
	},
};
let queries: string[] = [];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/agents`, () => [{ id: 5, name: 'Ada Lee' }]);
	server.answer(`GET ${ACCOUNT}/audit_logs`, ({ query }) => {
		queries.push(query.toString());
		const page = Number(query.get('page'));
		const ofCommand = {
			user_type: 'CommandLine',
			user_id: null,
			username: 'command line',
			remote_address: null,
		} as const;
		const entry = ADDED[query.get('auditable_type') ?? ''] ?? (page === 2 ? ofCommand : {});
		return { per_page: 25, total_entries: 30, current_page: page, audit_logs: [makeAuditLogEntry(entry)] };
	});
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

test('the audit log says who has changed what, from where, and which value was there before', async () => {
	location.hash = '#/settings/audit-log';
	await until(() => hasText('Website Shop · Changed'));
	assert.ok(hasText('ada@team.example · 203.0.113.7'));
	const change = await until(() => document.querySelector('main dl > div'));
	assert.equal(change.querySelector('dt')?.textContent, 'Reply to the first message with a greeting');
	assert.deepEqual([change.querySelector('del')?.textContent, change.querySelector('ins')?.textContent], ['No', 'Yes']);
});

test('its pages are turned, and what the command line did is told as such', async () => {
	assert.equal(findNamed('main button', 'Previous page'), undefined);
	const next = findNamed('main button', 'Next page') ?? assert.fail('There is no next page');
	await press(next);
	await until(() => hasText('Command line'));
	assert.equal(document.activeElement, findNamed('main nav', 'Pages'));
	assert.equal(findNamed('main button', 'Next page'), undefined);
	assert.ok(findNamed('main button', 'Previous page'));
});

test('a choice of what and who begins at the first page', async () => {
	queries = [];
	await choose('Type', 'Label');
	await until(() => hasText('Label vip · Added'));
	// What is empty is not told, and what the settings do not show is folded.
	const facts = [...document.querySelectorAll('main li > dl > div')].map(({ textContent }) => textContent);
	assert.deepEqual(facts, ['Titlevip', 'Color#ff0000']);
	assert.equal(document.querySelector('main details dl')?.textContent, 'show_on_sidebarYes');
	await choose({ role: 'combobox', name: 'Team members' }, 'Ada Lee');
	await until(() => queries.includes('page=1&auditable_type=Label&user_id=5'));
	assert.ok(queries.includes('page=1&auditable_type=Label'));
});

test('times and what belongs together are told as such', async () => {
	await choose('Type', 'Access token');
	await until(() => hasText('Access token Export · Added'));
	// Browsers put different spaces before "PM".
	const facts = [...document.querySelectorAll('main li dl > div')].map((fact) =>
		fact.textContent.replaceAll(/\s/g, ' '),
	);
	assert.deepEqual(facts, ['PurposeExport', 'Expires onJan 31, 2027, 12:00 PM', 'user_id#5']);
});

test('values are called as the settings call them', async () => {
	await choose('Type', 'Account');
	await until(() => hasText('Team member Ada Lee · Changed'));
	const facts = [...document.querySelectorAll('main li dl > div')].map(({ textContent }) => textContent);
	assert.deepEqual(facts, ['RoleAgent → Administrator', 'LanguageEnglish → português (Brasil)']);
});
