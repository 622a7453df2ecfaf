/**
 * `/desk/preview`: who sees a website's chat with settings that are not saved, and what they see of
 * it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChannelLook, WidgetPage } from '#protocol/entities/channel.ts';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import { addForeignChannel, addToken } from '../../support/channel.ts';
import { call } from '../api.ts';
import { startConversationServer, type ConversationServer } from '../conversationServer.ts';
import { createSqlite } from '../sqlite.ts';

const DRAFT = { widget_color: '#aa3366', welcome_title: 'Typed', locale: 'de', reply_time: 'never', portal_id: 99 };

let setup: ConversationServer;
let origin: string;
before(async () => {
	setup = await startConversationServer(createSqlite);
	({ origin } = setup.server);
	await addForeignChannel(setup.where, 'elsewhere');
});
after(() => setup.stop());

/** The cookie of the desk, for the person with this access token. */
async function signIn(accessToken: string): Promise<string> {
	const { headers } = await call(origin, '/auth/desk_session', {
		body: { access_token: accessToken },
		headers: { [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin },
	});
	return headers.get('set-cookie')?.split(';')[0] ?? assert.fail('no cookie');
}

async function idOf(websiteToken: string): Promise<number> {
	const [row] = await setup.query(`select inbox_id from web_widgets where website_token = '${websiteToken}'`);
	return Number(row?.['inbox_id']);
}

function preview(inbox: number, path: string, headers: Record<string, string>, draft: unknown = DRAFT) {
	const encoded = Buffer.from(JSON.stringify(draft)).toString('base64url');
	return fetch(`${origin}/desk/preview/${inbox}/${encoded}/widget${path}`, { headers, redirect: 'manual' });
}

test('an administrator sees the chat with what is valid of a draft, and nothing is stored', async () => {
	const cookie = await signIn(setup.server.agentToken);
	const inbox = await idOf('demo');
	const look = (await (await preview(inbox, '/channel.json', { cookie })).json()) as ChannelLook;
	assert.deepEqual([look.widget_color, look.welcome_title, look.locale], ['#aa3366', 'Typed', 'de']);
	const page = await preview(inbox, '?website_token=demo&user=apart', { cookie, 'sec-fetch-site': 'same-origin' });
	const json = /<script type="application\/json" id="widget-page">(.*?)<\/script>/s.exec(await page.text())?.[1];
	const { channel, session } = JSON.parse(json ?? '') as WidgetPage;
	assert.deepEqual(
		[channel.welcomeTitle, channel.replyTime, channel.portal?.slug],
		['Typed', 'in_a_few_minutes', 'help'],
	);
	assert.equal(session, null);
	const stored = await setup.agent.call<{ welcome_title: string }>(`inboxes/${inbox}`);
	assert.notEqual(stored.body.welcome_title, 'Typed');
});

test('the frame of a preview can send nothing, be framed by nobody else, and leaves what the browser remembers', async () => {
	const cookie = await signIn(setup.server.agentToken);
	const inbox = await idOf('demo');
	const led = await preview(inbox, '?website_token=demo&cw_conversation=known', { cookie });
	assert.equal(led.status, 302);
	assert.match(led.headers.get('location') ?? '', /[?&]user=apart$/);
	const page = await preview(inbox, '?website_token=demo&user=apart', { cookie });
	const policy = page.headers.get('content-security-policy') ?? '';
	assert.match(policy, /connect-src 127\.0\.0\.1:\d+\/api\/v1\/widget\/inbox_members 127\.0\.0\.1:\d+\/hc\/;/);
	assert.match(policy, /frame-ancestors 'self'/);
	assert.equal(page.headers.get('cache-control'), 'no-store');
});

test('nobody else sees a preview: no stranger, no agent, no other account, and no page of another site', async () => {
	const cookie = await signIn(setup.server.agentToken);
	const agent = await signIn(await addToken(setup.where, 'noor@example.com'));
	const inbox = await idOf('demo');
	const refused: [number, Record<string, string>][] = [
		[inbox, {}],
		[inbox, { cookie: agent }],
		[inbox, { api_access_token: setup.server.agentToken }],
		[inbox, { cookie, 'sec-fetch-site': 'cross-site' }],
		[inbox, { cookie, origin: 'https://elsewhere.example' }],
		[await idOf('elsewhere'), { cookie }],
		[987_654, { cookie }],
	];
	for (const [id, headers] of refused)
		for (const path of ['/channel.json', '?website_token=demo'])
			assert.equal((await preview(id, path, headers)).status, 404, JSON.stringify(headers));
	assert.equal((await preview(inbox, '/channel.json', { cookie }, 'no object')).status, 404);
});
