/** Who has changed what, for administrators (docs/application-api.md, Audit log). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY } from '#protocol/base/duration.ts';
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { call, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Page {
	per_page: number;
	total_entries: number;
	current_page: number;
	audit_logs: AuditLogEntry[];
}

export function describeAuditLog(database: string, prepare: Prepare): void {
	describe(`the audit log on ${database}`, () => {
		let setup: ConversationServer;
		let administrator: Agent;
		let who: { id: number; email: string };

		before(async () => {
			setup = await startConversationServer(prepare);
			administrator = createAgent(setup.server.origin, setup.server.agentToken);
			who = await administrator.profile();
		});
		after(() => setup.stop());

		const read = async (query = '') => (await administrator.call<Page>(`audit_logs${query}`)).body;
		const newest = async () => (await read()).audit_logs[0] ?? assert.fail('nothing is recorded');
		const run = (...args: string[]) => {
			const { dataDir, databaseUrl = '' } = setup.where;
			return runAdmin({ dataDir, databaseUrl }, ...args);
		};
		const change = async <T>(path: string, method: string, body?: object): Promise<T> => {
			const answer = await administrator.call<T>(path, { method, ...(body && { body }) });
			assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
			return answer.body;
		};

		test('a label’s creation, change and deletion say who, when, from where and what', async () => {
			const { id } = await change<{ id: number }>('labels', 'POST', { title: 'vip', color: '#ff0000' });
			const created = await newest();
			assert.deepEqual(
				[created.action, created.auditable_type, created.auditable_id, created.auditable_name],
				['create', 'Label', id, 'vip'],
			);
			assert.equal(created.audited_changes['color'], '#ff0000');
			assert.deepEqual([created.user_type, created.user_id, created.username], ['User', who.id, who.email]);
			assert.equal(created.remote_address, '127.0.0.1');
			assert.ok(Math.abs(created.created_at - Date.now() / 1000) < 60);
			await change(`labels/${id}`, 'PATCH', { color: '#00ff00' });
			const changed = await newest();
			assert.deepEqual([changed.action, changed.audited_changes], ['update', { color: ['#ff0000', '#00ff00'] }]);
			await change(`labels/${id}`, 'DELETE');
			assert.deepEqual([(await newest()).action, (await newest()).auditable_name], ['destroy', 'vip']);
		});

		test('what changes nothing, or is refused, is not recorded', async () => {
			const { id } = await change<{ id: number }>('labels', 'POST', { title: 'same' });
			const { total_entries } = await read();
			await change(`labels/${id}`, 'PATCH', { title: 'same' });
			assert.equal((await administrator.call('labels', { body: { title: 'same' } })).status, 422);
			assert.equal((await read()).total_entries, total_entries);
		});

		test('no secret, token or password gets into it', async () => {
			const bot = await change<{ id: number; secret: string; access_token: string }>('agent_bots', 'POST', {
				name: 'Robot',
				outgoing_url: 'https://user:pass@bot.example/hook?key=1234567',
			});
			type Made = { payload: { webhook: { id: number; secret: string } } };
			const { webhook } = (await change<Made>('webhooks', 'POST', { url: 'https://hook.example/path?token=7654321' }))
				.payload;
			const { access_token } = await change<{ access_token: string }>(`agent_bots/${bot.id}/access_tokens`, 'POST', {
				name: 'Script',
			});
			type Inbox = { id: number; hmac_token: string };
			const { payload: inboxes } = (await administrator.call<{ payload: Inbox[] }>('inboxes')).body;
			const [inbox = assert.fail()] = inboxes;
			const { hmac_token: key } = await change<Inbox>(`inboxes/${inbox.id}/identity_key`, 'POST');
			assert.deepEqual((await newest()).audited_changes, { hmac_token: ['[hidden]', '[hidden]'] });
			const text = JSON.stringify(await read());
			for (const secret of [bot.secret, bot.access_token, webhook.secret, access_token, key, inbox.hmac_token])
				assert.ok(!text.includes(secret));
			for (const part of ['1234567', '7654321', 'user:pass']) assert.ok(!text.includes(part), part);
			assert.ok(text.includes('https://hook.example/path?[hidden]'));
		});

		test('settings, members and people are recorded under what they belong to', async () => {
			const { id } = await change<{ id: number }>('inboxes', 'POST', {
				name: 'Second',
				channel: { type: 'web_widget', website_url: 'https://second.example' },
			});
			assert.deepEqual([(await newest()).action, (await newest()).auditable_type], ['create', 'Inbox']);
			await change(`inboxes/${id}`, 'PATCH', { greeting_enabled: true });
			assert.deepEqual((await newest()).audited_changes, { greeting_enabled: [false, true] });
			const eve = await change<{ id: number }>('agents', 'POST', { name: 'Eve', email: 'eve@example.com' });
			assert.deepEqual(
				[(await newest()).auditable_type, (await newest()).auditable_name],
				['AccountUser', 'eve@example.com'],
			);
			await change('inbox_members', 'POST', { inbox_id: id, user_ids: [eve.id] });
			assert.deepEqual((await newest()).audited_changes, { user_ids: [[who.id], [who.id, eve.id]] });
			await change(`agents/${eve.id}`, 'PATCH', { role: 'administrator' });
			assert.deepEqual((await newest()).audited_changes, { role: ['agent', 'administrator'] });
			await change(`agents/${eve.id}/login_link`, 'POST');
			assert.deepEqual([(await newest()).action, (await newest()).auditable_id], ['login_link', eve.id]);
			await change(`agents/${eve.id}`, 'DELETE');
			assert.deepEqual([(await newest()).action, (await newest()).auditable_type], ['destroy', 'AccountUser']);
		});

		test('a token is recorded by its name as it is made and as it is revoked', async () => {
			const bot = await change<{ id: number }>('agent_bots', 'POST', { name: 'Exporter' });
			const path = `agent_bots/${bot.id}/access_tokens`;
			const { id } = await change<{ id: number }>(path, 'POST', { name: 'Export' });
			const told = ({ action, auditable_type, auditable_id, auditable_name }: Page['audit_logs'][number]) => [
				[action, auditable_type],
				[auditable_id, auditable_name],
			];
			assert.deepEqual(told(await newest()), [
				['create', 'AccessToken'],
				[id, 'Export'],
			]);
			await change(`${path}/${id}`, 'DELETE');
			assert.deepEqual(told(await newest()), [
				['destroy', 'AccessToken'],
				[id, 'Export'],
			]);
		});

		test('a new order of articles is recorded once, by the titles that stand elsewhere', async () => {
			await change('portals', 'POST', {
				name: 'Help',
				slug: 'ordered',
				config: { default_locale: 'en', allowed_locales: ['en', 'de'] },
			});
			const { payload: portals } = (await administrator.call<{ payload: { id: number; slug: string }[] }>('portals'))
				.body;
			const portal = portals.find(({ slug }) => slug === 'ordered') ?? assert.fail('no portal');
			const write = async (title: string, locale = 'en'): Promise<number> => {
				const body = { title, content: title, locale, author_id: who.id };
				return (await change<{ payload: { id: number } }>('portals/ordered/articles', 'POST', body)).payload.id;
			};
			const [a, b, c, d] = [await write('A'), await write('B'), await write('C'), await write('D')];
			await write('Z', 'de');
			const order = (positions_hash: object) => change('portals/ordered/articles/reorder', 'POST', { positions_hash });
			const { total_entries } = await read();
			await order({ [a]: 10, [c]: 20, [b]: 30, [d]: 40 });
			const moved = await newest();
			assert.deepEqual(
				[moved.action, moved.auditable_type, moved.auditable_id, moved.auditable_name],
				['update', 'Portal', portal.id, 'Help'],
			);
			const titles = (text: string): string[] => text.split('');
			assert.deepEqual(moved.audited_changes, { article_order: [titles('BC'), titles('CB')] });
			await order({ [d]: 5 });
			assert.deepEqual((await newest()).audited_changes, { article_order: [titles('ACBD'), titles('DACB')] });
			// Other numbers, and the same order.
			await order({ [d]: 1, [a]: 2, [c]: 3, [b]: 4 });
			assert.equal((await read()).total_entries, total_entries + 2);
			await change(`portals/ordered/articles/${a}`, 'PATCH', { position: 7 });
			const placed = await newest();
			assert.deepEqual([placed.auditable_type, placed.audited_changes], ['Article', { position: [2, 7] }]);
		});

		test('of contacts it tells the number only, and nothing of what visitors do themselves', async () => {
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Grace' } });
			const before = await read();
			const forgotten = await createVisitor(setup.server.origin);
			await forgotten.call('contact', { method: 'DELETE' });
			assert.equal((await read()).total_entries, before.total_entries);
			await change(`contacts/${visitor.contactId}`, 'DELETE');
			const entry = await newest();
			assert.deepEqual(
				[entry.action, entry.auditable_type, entry.auditable_id, entry.auditable_name],
				['destroy', 'Contact', visitor.contactId, ''],
			);
			assert.ok(!JSON.stringify(entry).includes('Grace'));
			await call(setup.server.origin, '/api/v1/accounts/1/contacts/export', {
				method: 'POST',
				headers: { api_access_token: administrator.token },
			});
			assert.deepEqual([(await newest()).action, (await newest()).auditable_id], ['export', null]);
		});

		test('pages and filters', async () => {
			for (let count = 0; count < 26; count++) await change('labels', 'POST', { title: `page-${count}` });
			const [first, second] = [await read('?auditable_type=Label'), await read('?auditable_type=Label&page=2')];
			assert.deepEqual([first.per_page, first.current_page, first.audit_logs.length], [25, 1, 25]);
			assert.equal(first.audit_logs[0]?.auditable_name, 'page-25');
			assert.equal(second.current_page, 2);
			assert.ok((first.audit_logs.at(-1)?.id ?? 0) > (second.audit_logs[0]?.id ?? 0));
			assert.ok([...first.audit_logs, ...second.audit_logs].every(({ auditable_type }) => auditable_type === 'Label'));
			assert.equal((await read('?user_id=99999')).total_entries, 0);
			assert.ok((await read(`?user_id=${who.id}`)).total_entries >= 27);
			assert.equal((await administrator.call('audit_logs?page=9007199254740991')).status, 200);
		});

		test('only administrators read it', async () => {
			const noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			assert.equal((await noor.call('audit_logs')).status, 401);
		});

		test('changes of the command line are recorded as its own, and listed there', async () => {
			const made = await run('create-label', '--name', 'shell');
			assert.equal(made.code, 0, made.text);
			const entry = await newest();
			assert.deepEqual(
				[entry.user_type, entry.user_id, entry.username, entry.remote_address, entry.auditable_name],
				['CommandLine', null, 'command line', null, 'shell'],
			);
			const { text } = await run('audit-log', '--type', 'Label');
			assert.match(text, /^Page 1 of 2, the newest first:\n.*command line {2}create Label \d+ "shell"/);
			assert.match((await run('audit-log', '--type', 'Nothing')).text, /must be one of Account/);
		});

		test('changes that wait for each other keep each its own actor', async () => {
			const others = await Promise.all(
				['eva@example.com', 'udo@example.com'].map(async (email) => {
					await change('agents', 'POST', { name: email, email, role: 'administrator' });
					return { email, agent: createAgent(setup.server.origin, await addToken(setup.where, email)) };
				}),
			);
			await Promise.all(
				Array.from({ length: 10 }, (_none, count) =>
					Promise.all(
						others.map(({ email, agent }) =>
							agent.call('labels', { body: { title: `${email.slice(0, 3)}-${count}` } }),
						),
					),
				),
			);
			const { audit_logs } = await read('?auditable_type=Label');
			const mixed = audit_logs.filter(({ auditable_name }) => /^(eva|udo)-/.test(auditable_name));
			assert.equal(mixed.length, 20);
			for (const { auditable_name, username } of mixed) assert.equal(auditable_name.slice(0, 3), username.slice(0, 3));
		});

		test('old entries are deleted', async () => {
			const store = await openStore(setup.where);
			try {
				const { total_entries } = await read();
				await store.auditLog.deleteBefore(Date.now() - DAY);
				assert.equal((await read()).total_entries, total_entries);
				await store.auditLog.deleteBefore(Date.now() + 1);
				assert.equal((await read()).total_entries, 0);
			} finally {
				await store.close();
			}
		});
	});
}
