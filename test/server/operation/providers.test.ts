/**
 * What the settings connect the server to: a call provider, a mail server, and its public address.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import * as v from 'valibot';
import { WidgetPage } from '#protocol/entities/channel.ts';
import type { Message } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor } from '../api.ts';
import { png } from '../files/filesSamples.ts';
import { startSmtpServer } from '../mail/mailSmtpServer.ts';
import { createSqlite } from '../sqlite.ts';

async function start(t: TestContext, settings: Record<string, string>): Promise<TestServer> {
	const server = await startHostedServer({ settings });
	t.after(() => server.stop());
	return server;
}

/** A Dyte that answers what the test says, and records its requests. */
async function startDyte(t: TestContext) {
	const asked: { path: string; authorization: string; body: unknown }[] = [];
	const answers: { status: number; body: unknown }[] = [];
	const provider = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.once('end', () => {
			const { authorization = '' } = request.headers;
			asked.push({ path: request.url ?? '', authorization, body: JSON.parse(text) });
			const answer = answers.shift() ?? { status: 500, body: {} };
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
		});
	}).listen(0, '127.0.0.1');
	await once(provider, 'listening');
	t.after(() => provider.close());
	return { url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v2`, asked, answers };
}

test('calls at Dyte are started and joined with our key, which no client sees', async (t) => {
	const dyte = await startDyte(t);
	const server = await start(t, {
		CALL_PROVIDER: 'dyte',
		CALL_URL: dyte.url,
		DYTE_ORGANIZATION_ID: 'org',
		DYTE_API_KEY: 'key',
	});
	const agent = createAgent(server.origin, server.agentToken);
	const visitor = await createVisitor(server.origin);
	const displayId = await beginConversation(visitor);
	const path = `conversations/${displayId}/messages`;

	dyte.answers.push({ status: 200, body: { success: true, data: { id: 'meeting-1' } } });
	const invited = await agent.call<Message>(path, { body: { content: 'Come in', content_type: 'integrations' } });
	assert.deepEqual(invited.body.content_attributes, { type: 'dyte', data: { meeting_id: 'meeting-1' } });
	dyte.answers.push({ status: 200, body: { success: true, data: { token: 'admission' } } });
	const join = () =>
		visitor.call<{ token: string; url: string }>('integrations/dyte/add_participant_to_meeting', {
			body: { message_id: invited.body.id },
		});
	const { body: ticket } = await join();
	assert.equal(ticket.token, 'admission');
	assert.equal(
		ticket.url,
		'https://app.dyte.io/v2/meeting?authToken=admission&showSetupScreen=true&disableVideoBackground=true',
	);
	const authorization = `Basic ${Buffer.from('org:key').toString('base64')}`;
	const [begun, joined] = dyte.asked;
	assert.deepEqual(begun, { path: '/v2/meetings', authorization, body: { title: `#${displayId}` } });
	assert.equal(joined?.path, '/v2/meetings/meeting-1/participants');
	const { custom_participant_id } = v.parse(v.object({ custom_participant_id: v.string() }), joined?.body);
	assert.equal(custom_participant_id, `contact-${visitor.contactId}`);

	dyte.answers.push({ status: 403, body: { success: false } });
	const refused = await join();
	assert.deepEqual([refused.status, refused.body], [422, { error: { success: false }, error_code: 403 }]);
	const before = (await agent.messages(displayId)).length;
	assert.equal((await agent.call(path, { body: { content_type: 'integrations' } })).status, 422);
	assert.equal((await agent.messages(displayId)).length, before);
	const { headers } = await call(server.origin, '/desk');
	assert.match(headers.get('content-security-policy') ?? '', /frame-src 'self' https:\/\/app\.dyte\.io(;|$)/);
});

test('transcripts are sent by SMTP, and a refusal of the mail server does not delay the visitor', async (t) => {
	const smtp = await startSmtpServer(t);
	const server = await start(t, { SMTP_URL: smtp.url, MAIL_FROM: 'Support <support@shop.example>' });
	const visitor = await createVisitor(server.origin);
	await visitor.call('contact', { method: 'PATCH', body: { email: 'ada@shop.example' } });
	await beginConversation(visitor);
	const ask = async () => (await visitor.call('conversations/transcript', { method: 'POST' })).status;
	smtp.refusals.push(550);
	assert.equal(await ask(), 200);
	await t.waitFor(() => assert.equal(smtp.attempts(), 1));
	assert.equal(await ask(), 200);
	await t.waitFor(() => assert.deepEqual(smtp.mails[0]?.recipients, ['ada@shop.example']));
	assert.match(smtp.mails[0]?.raw ?? '', /^From: Support <support@shop\.example>/m);
});

test('with a public address, files have absolute addresses', async (t) => {
	const server = await start(t, { PUBLIC_URL: 'https://chat.example/' });
	const visitor = await createVisitor(server.origin);
	const form = new FormData();
	form.append('message[attachments][]', new File([png(1, 1)], 'cat.png', { type: 'image/png' }));
	const response = await fetch(`${server.origin}/api/v1/widget/messages?website_token=demo`, {
		method: 'POST',
		headers: { 'X-Auth-Token': visitor.authToken },
		body: form,
	});
	const message = (await response.json()) as Message;
	assert.match(message.attachments?.[0]?.data_url ?? '', /^https:\/\/chat\.example\/files\/[\w-]+\/cat\.png$/);
});

test('with a public address, the lines for a website contain it', async (t) => {
	const server = await start(t, { PUBLIC_URL: 'https://chat.example/' });
	const { body } = await createAgent(server.origin, server.agentToken).call<TeamInbox>('inboxes/1');
	assert.match(body.web_widget_script, /src="https:\/\/chat\.example\/live-chat-widget\.js"/);
	assert.match(body.web_widget_script, /base-url="https:\/\/chat\.example"/);
});

test("the page and the session contain the installation's configuration", async (t) => {
	const server = await start(t, {
		BRAND_NAME: 'Halden Chat',
		WIDGET_BRAND_URL: 'https://chat.example/about',
		LOGO_THUMBNAIL: 'https://chat.example/logo.svg',
		INSTALLATION_NAME: 'Halden',
		PRIVACY_URL: 'https://chat.example/privacy',
		TERMS_URL: 'https://chat.example/terms',
		DIRECT_UPLOADS: 'on',
		DISABLE_USER_PROFILE_UPDATE: 'on',
	});
	const expected = {
		BRAND_NAME: 'Halden Chat',
		WIDGET_BRAND_URL: 'https://chat.example/about',
		LOGO_THUMBNAIL: 'https://chat.example/logo.svg',
		INSTALLATION_NAME: 'Halden',
		PRIVACY_URL: 'https://chat.example/privacy',
		TERMS_URL: 'https://chat.example/terms',
		DIRECT_UPLOADS_ENABLED: true,
		TRANSCRIPTS_ENABLED: true,
		DISABLE_USER_PROFILE_UPDATE: true,
	};
	const path = '/api/v1/widget/config?website_token=demo';
	const config = await call<{ global_config: object }>(server.origin, path, { method: 'POST' });
	assert.deepEqual(config.body.global_config, expected);
	const { body } = await call<string>(server.origin, '/widget?website_token=demo');
	const json = /<script type="application\/json" id="widget-page">(.*?)<\/script>/s.exec(body)?.[1];
	const page = v.parse(WidgetPage, JSON.parse(json ?? ''));
	assert.deepEqual(page.globalConfig, expected);
	assert.equal(page.channel.maximumFileUploadSize, 40);
	assert.ok(page.channel.allowedFileTypes.includes('image/*'));
	assert.match(body, /<title>[^<]+ – Halden<\/title>/);
});

test('where profiles are closed, a visitor cannot change the contact, and is not asked to', async (t) => {
	const server = await start(t, { DISABLE_USER_PROFILE_UPDATE: 'on' });
	const visitor = await createVisitor(server.origin);
	const agent = createAgent(server.origin, server.agentToken);
	const claims = { name: 'Eve', email: 'eve@shop.example' };

	const refusal = { error: 'Visitors cannot change their profile', code: 'PROFILE_UPDATE_DISABLED' };
	for (const path of ['contact', 'contact/set_user']) {
		const answer = await visitor.call(path, { method: 'PATCH', body: { ...claims, identifier: 'eve' } });
		assert.deepEqual({ status: answer.status, body: answer.body }, { status: 403, body: refusal });
	}
	const removal = await visitor.call('contact/destroy_custom_attributes', { body: { custom_attributes: ['plan'] } });
	assert.deepEqual({ status: removal.status, body: removal.body }, { status: 403, body: refusal });
	const started = await visitor.call<{ id: number }>('conversations', {
		body: { contact: claims, message: { content: 'Hello', echo_id: 'one' } },
	});
	assert.equal(started.status, 200, 'what they came to say is stored all the same');
	await agent.write(started.body.id, 'Hi');
	assert.deepEqual(
		(await visitor.messages()).map(({ content_type }) => content_type),
		['text', 'text'],
	);
	const contact = await visitor.call<{ has_email: boolean; identifier: unknown }>('contact');
	assert.deepEqual([contact.body.has_email, contact.body.identifier], [false, null]);
});

test('where profiles are closed, a site can still identify its user by a hash', async (t) => {
	const { options, query, cleanUp } = await createSqlite();
	t.after(cleanUp);
	const server = await startHostedServer({ ...options, settings: { DISABLE_USER_PROFILE_UPDATE: 'on' } });
	t.after(() => server.stop());
	const [widget] = await query('select hmac_token from web_widgets');
	const visitor = await createVisitor(server.origin);
	const identifier_hash = createHmac('sha256', String(widget?.['hmac_token'])).update('mira').digest('hex');
	const body = { identifier: 'mira', identifier_hash, email: 'mira@shop.example' };
	const answer = await visitor.call<{ has_email: boolean }>('contact/set_user', { method: 'PATCH', body });
	assert.deepEqual([answer.status, answer.body.has_email], [200, true]);
});
