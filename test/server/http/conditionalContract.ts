/**
 * Changes that are only made if nobody has made another one (docs/application-api.md, Conditional
 * requests).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { addToken } from '../../support/channel.ts';
import { createAgent, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

type Item = Record<string, unknown> & { id: number; etag: string };

/** A thing of each kind that has a tag: where it is made and listed, and what changes of it. */
interface Kind {
	path: string;
	/** Absent: one is there. */
	made?: object;
	change: object;
	/** Of the same field, what somebody else makes of it. */
	other: object;
	/** Whether it can be read alone. */
	isShown: boolean;
}

const PORTAL = 'portals/guide';
const KINDS: Record<string, Kind> = {
	'a website': {
		path: 'inboxes',
		change: { welcome_title: 'Salut' },
		other: { welcome_title: 'Servus' },
		isShown: true,
	},
	'a label': {
		path: 'labels',
		made: { title: 'vip' },
		change: { description: 'Regulars' },
		other: { description: 'Friends' },
		isShown: true,
	},
	'a canned response': {
		path: 'canned_responses',
		made: { short_code: 'hours', content: 'Nine to five' },
		change: { content: 'Ten to six' },
		other: { content: 'By day' },
		isShown: false,
	},
	'a campaign': {
		path: 'campaigns',
		made: { title: 'Sale', message: 'Hi', inbox_id: 1, trigger_rules: { url: 'https://shop.example/*' } },
		change: { sender_id: 1, message: 'Hello' },
		other: { sender_id: null, message: 'Hello' },
		isShown: true,
	},
	'a webhook': {
		path: 'webhooks',
		made: { url: 'https://hook.example/in' },
		change: { url: 'https://hook.example/other' },
		other: { url: 'https://hook.example/third' },
		isShown: false,
	},
	'a custom attribute': {
		path: 'custom_attribute_definitions',
		made: { attribute_key: 'plan', attribute_display_name: 'Plan' },
		change: { attribute_display_name: 'Tariff' },
		other: { attribute_display_name: 'Price' },
		isShown: true,
	},
	'a category': {
		path: `${PORTAL}/categories`,
		made: { name: 'Orders', slug: 'orders', locale: 'en' },
		change: { description: 'All about orders' },
		other: { description: 'What is ordered' },
		isShown: false,
	},
	'an article': {
		path: `${PORTAL}/articles`,
		made: { title: 'Returns', content: 'Send it back.', author_id: 1 },
		change: { content: 'Keep it.' },
		other: { content: 'Sell it.' },
		isShown: true,
	},
};

export function describeConditional(database: string, prepare: Prepare): void {
	describe(`changes of what somebody else may have changed, on ${database}`, () => {
		let setup: ConversationServer;
		let agent: Agent;
		before(async () => {
			setup = await startConversationServer(prepare);
			({ agent } = setup);
			const made = await agent.call('portals', { body: { name: 'Guide', slug: 'guide' } });
			assert.equal(made.status, 200);
		});
		after(() => setup.stop());

		const change = (path: string, etag: string | undefined, body: object, by = agent) =>
			by.call<{ error?: string }>(path, {
				method: 'PATCH',
				body,
				headers: etag === undefined ? {} : { 'If-Match': etag },
			});

		const listed = async (path: string): Promise<Item[]> => {
			const { body } = await agent.call<Item[] | { payload: Item[] | { webhooks: Item[] } }>(path);
			return Array.isArray(body) ? body : Array.isArray(body.payload) ? body.payload : body.payload.webhooks;
		};

		const find = async ({ path, made }: Kind): Promise<Item> => {
			if (!made) return (await listed(path))[0] ?? assert.fail('there is none');
			const before = new Set((await listed(path)).map(({ id }) => id));
			const { status, body } = await agent.call(path, { body: made });
			assert.equal(status, 200, JSON.stringify(body));
			return (await listed(path)).find(({ id }) => !before.has(id)) ?? assert.fail('it is not listed');
		};

		for (const [name, kind] of Object.entries(KINDS))
			test(`${name} is changed only by who has read it as it is, and by who does not ask for that`, async () => {
				const item = await find(kind);
				const path = `${kind.path}/${item.id}`;
				const inList = (await listed(kind.path)).find(({ id }) => id === item.id);
				assert.equal(inList?.etag, item.etag, 'the list has the same tag');
				if (kind.isShown) {
					const { headers } = await agent.call(path, { headers: { 'Accept-Encoding': 'identity' } });
					assert.equal(headers.get('ETag'), item.etag);
				}

				const changed = await change(path, item.etag, kind.change);
				assert.equal(changed.status, 200, JSON.stringify(changed.body));
				const now = (await listed(kind.path)).find(({ id }) => id === item.id) ?? assert.fail();
				assert.notEqual(now.etag, item.etag);

				const refused = await change(path, item.etag, kind.other);
				assert.deepEqual([refused.status, refused.body], [412, { error: 'It has been changed since it was read' }]);
				assert.deepEqual(
					(await listed(kind.path)).find(({ id }) => id === item.id),
					now,
					'nothing has changed',
				);
				assert.equal((await change(path, `W/${now.etag}`, kind.other)).status, 412, 'a weak tag matches nothing');

				assert.equal((await change(path, `"other", ${now.etag}`, kind.change)).status, 200, 'one of several tags');
				assert.equal((await change(path, '*', kind.change)).status, 200, 'any version');
				assert.equal((await change(path, undefined, kind.change)).status, 200, 'without the header');
			});

		for (const [name, path, bodyOf] of [
			['a help centre', PORTAL, (by: number) => ({ name: `Manual ${by}` })],
			['the account', '', (by: number) => ({ auto_resolve_duration: 30 + by })],
		] as const)
			test(`${name} is changed only by who has read it as it is, and one of those who have`, async () => {
				const { etag } = (await agent.call<Item>(path)).body;
				const statuses = await Promise.all([1, 2, 3].map(async (by) => (await change(path, etag, bodyOf(by))).status));
				assert.deepEqual(statuses.toSorted(byNumber), [200, 412, 412]);
				const now = (await agent.call<Item>(path)).body;
				assert.notEqual(now.etag, etag);
				assert.equal((await change(path, now.etag, bodyOf(4))).status, 200);
				assert.equal((await change(path, now.etag, bodyOf(4))).status, 200, 'again, since the answer was lost');
				assert.equal((await change(path, now.etag, bodyOf(5))).status, 412);
			});

		test('of writers who have read the same, one changes it', async () => {
			for (const kind of Object.values(KINDS)) {
				const [item = assert.fail()] = await listed(kind.path);
				const write = (by: number) =>
					change(`${kind.path}/${item.id}`, item.etag, distinct(kind.change, by)).then(({ status }) => status);
				const statuses = await Promise.all([1, 2, 3, 4, 5, 6].map(write));
				assert.deepEqual(statuses.toSorted(byNumber), [200, 412, 412, 412, 412, 412], kind.path);
			}
		});

		test('a change whose answer was lost is repeated, and is no conflict: it changes nothing, and nothing else', async () => {
			for (const { path: list, change: wanted, other } of Object.values(KINDS)) {
				const [item = assert.fail()] = await listed(list);
				const path = `${list}/${item.id}`;
				const now = async () => (await listed(list)).find(({ id }) => id === item.id) ?? assert.fail();
				assert.equal((await change(path, undefined, other)).status, 200);
				const { etag } = await now();
				assert.equal((await change(path, etag, wanted)).status, 200);
				const made = await now();
				const entries = async () => (await agent.call<{ total_entries: number }>('audit_logs')).body.total_entries;
				const before = await entries();
				const repeated = await change(path, etag, wanted);
				assert.equal(repeated.status, 200, `${list}: ${JSON.stringify(repeated.body)}`);
				assert.equal((await now()).etag, made.etag);
				assert.equal((await change(path, etag, { ...wanted, ...other })).status, 412, list);
				assert.equal((await now()).etag, made.etag);
				assert.equal(await entries(), before, 'neither is in the audit log');
			}
		});

		test('a tag that came with a compressed answer counts', async () => {
			const path = 'inboxes/1';
			const { headers } = await agent.call(path, { headers: { 'Accept-Encoding': 'gzip' } });
			const tag = headers.get('ETag') ?? assert.fail();
			assert.match(tag, /^"[^"]+-gzip"$/);
			assert.equal((await change(path, tag, { welcome_title: 'Compressed' })).status, 200);
			assert.equal((await change(path, tag, { welcome_title: 'Again' })).status, 412);
		});

		test('what the server counts, an order, and the rotation of a key leave a tag as it is', async () => {
			const [article = assert.fail()] = await listed(`${PORTAL}/articles`);
			await agent.call(`${PORTAL}/articles/${article.id}`, { method: 'PATCH', body: { status: 'published' } });
			const read = async () => (await listed(`${PORTAL}/articles`))[0] ?? assert.fail();
			const before = await read();
			await setup.query('update articles set views = views + 1');
			const positions_hash = { [article.id]: 7 };
			await agent.call(`${PORTAL}/articles/reorder`, { body: { positions_hash } });
			const after = await read();
			assert.deepEqual([after['views'], after['position']], [Number(before['views']) + 1, 7]);
			assert.equal(after.etag, before.etag);

			const [inbox = assert.fail()] = await listed('inboxes');
			const rotated = await agent.call<Item>(`inboxes/${inbox.id}/identity_key`, { method: 'POST' });
			assert.notEqual(rotated.body['hmac_token'], inbox['hmac_token']);
			assert.equal(rotated.body.etag, inbox.etag);
		});

		test('a stranger, and who may not change it, are refused as before, whatever tag they send', async () => {
			const [label = assert.fail()] = (await agent.call<{ payload: Label[] }>('labels')).body.payload;
			const noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			for (const etag of [undefined, label.etag, '"other"', '*']) {
				assert.equal((await change(`labels/${label.id}`, etag, { description: 'x' }, noor)).status, 401);
				const stranger = createAgent(setup.server.origin, 'no-token');
				assert.equal((await change(`labels/${label.id}`, etag, { description: 'x' }, stranger)).status, 401);
			}
			assert.equal((await change('labels/9999', label.etag, { description: 'x' })).status, 404);
		});
	});
}

/** The same change with another text for each writer, where it has a text. */
function distinct(change: object, by: number): object {
	return Object.fromEntries(
		Object.entries(change).map(([name, value]) => [name, typeof value === 'string' ? `${value} ${by}` : value]),
	);
}

function byNumber(one: number, other: number): number {
	return one - other;
}
