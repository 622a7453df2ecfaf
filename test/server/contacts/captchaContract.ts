/** The challenge before a visitor's first message (docs/wire.md, Captcha). */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { WidgetPage } from '#protocol/entities/channel.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addCampaign, addChannel } from '../../support/channel.ts';
import { call, createVisitor, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { png } from '../files/filesSamples.ts';
import { SECRET, startSiteverify, type Siteverify } from '../../support/siteverify.ts';

const KEYS = { captcha_provider: 'turnstile', captcha_site_key: '0x4AAAAAAA_site-key', captcha_secret: SECRET };
const REQUIRED = { error: 'Pass the captcha before the first message', code: 'CAPTCHA_REQUIRED' };
const REFUSED = { error: "The captcha's proof was refused", code: 'CAPTCHA_REFUSED' };
const newProof = () => `proof-${randomUUID()}`;

export function describeCaptcha(database: string, prepare: Prepare): void {
	describe(`captchas on ${database}`, () => {
		let provider: Siteverify;
		let setup: ConversationServer;
		let inboxId: number;
		before(async () => {
			provider = await startSiteverify();
			setup = await startConversationServer(prepare, { captchaUrl: provider.url });
			const [row] = await setup.query("select inbox_id from web_widgets where website_token = 'demo'");
			inboxId = Number(row?.['inbox_id']);
			await addChannel(setup.where, { name: 'Plain', websiteToken: 'plain' });
		});
		after(async () => {
			await setup.stop();
			provider.stop();
		});
		beforeEach(async () => {
			provider.state = 'well';
			provider.asked.length = 0;
			assert.equal((await change(KEYS)).status, 200);
		});

		const change = (body: object) => setup.agent.call<TeamInbox>(`inboxes/${inboxId}`, { method: 'PATCH', body });
		const newcomer = (websiteToken = 'demo') => createVisitor(setup.server.origin, undefined, websiteToken);
		const prove = (visitor: Visitor, response: string) => visitor.call('captcha', { body: { response } });
		const write = (visitor: Visitor, content = 'Hello') =>
			visitor.call('messages', { body: { message: { content, echo_id: randomUUID() } } });
		const stored = () =>
			Promise.all(
				[
					'select id from conversations',
					'select id from blobs',
					'select id from contacts where email is not null or identifier is not null',
				].map(async (query) => (await setup.query(query)).length),
			);

		test('whatever would begin a conversation, store a file or say who somebody is, is refused without a proof, and nothing of it is stored', async () => {
			const campaign_id = await addCampaign(setup.where, { message: 'Need a hand?', url: 'https://shop.example/*' });
			const visitor = await newcomer();
			const form = new FormData();
			form.append('message[attachments][]', new File([png(1, 1)], 'cat.png', { type: 'image/png' }));
			const withFile = await fetch(`${setup.server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken },
				body: form,
			});
			const blob = {
				filename: 'a.txt',
				content_type: 'text/plain',
				byte_size: 1,
				checksum: 'DMF1ucDxtqgxw5niaXcmYQ==',
			};
			const before = await stored();
			for (const { status, body } of [
				await write(visitor),
				await visitor.call('conversations', { body: { message: { content: 'Hello' }, contact: { name: 'Ada' } } }),
				await visitor.call('events', { body: { name: 'campaign.triggered', event_info: { campaign_id } } }),
				await visitor.call('direct_uploads', { body: { blob } }),
				await visitor.call('contact', { method: 'PATCH', body: { name: 'Buy now' } }),
				await visitor.call('contact', { method: 'PATCH', body: { email: 'buy@shop.example' } }),
				await visitor.call('contact', { method: 'PATCH', body: { phone_number: '+4930123456' } }),
				await visitor.call('contact/set_user', { method: 'PATCH', body: { identifier: 'buy-now' } }),
				{ status: withFile.status, body: await withFile.json() },
			])
				assert.deepEqual([status, body], [403, REQUIRED]);
			assert.deepEqual(await stored(), before);
			assert.deepEqual(provider.asked, []);
			// What the page says, and what visitors read, is no first message.
			const opened = await visitor.call('events', { body: { name: 'webwidget.triggered', event_info: {} } });
			assert.equal(opened.status, 204);
			const attributes = { custom_attributes: { plan: 'pro' } };
			assert.equal((await visitor.call('contact', { method: 'PATCH', body: attributes })).status, 200);
			assert.deepEqual(await visitor.messages(), []);
		});

		test('a proof is asked for once: the session writes from then on, whatever begins next', async () => {
			const visitor = await newcomer();
			const response = newProof();
			const passed = await prove(visitor, response);
			assert.deepEqual([passed.status, passed.body], [204, '']);
			assert.deepEqual(provider.asked, [{ secret: SECRET, response }]);
			await visitor.write('Hello');
			const again = await visitor.call('conversations', { body: { message: { content: 'And another thing' } } });
			assert.equal(again.status, 200);
			// The answer to the first attempt was lost: the provider would refuse the same proof.
			assert.equal((await prove(visitor, response)).status, 204);
			assert.equal(provider.asked.length, 1);
		});

		test('a proof that is wrong, or that another visitor has spent, is refused', async () => {
			const [first, second] = [await newcomer(), await newcomer()];
			const response = newProof();
			assert.equal((await prove(first, response)).status, 204);
			for (const wrong of [response, 'guessed']) {
				const { status, body } = await prove(second, wrong);
				assert.deepEqual([status, body], [403, REFUSED]);
			}
			assert.equal((await write(second)).status, 403);
			for (const malformed of [{}, { response: '' }, { response: 'x'.repeat(10_001) }, { response: ['proof-1'] }])
				assert.equal((await second.call('captcha', { body: malformed })).status, 422);
			assert.equal((await prove(second, newProof())).status, 204);
			await second.write('Hello');
		});

		test('while the provider fails, garbles or is away, the answer says to try again, and then the same proof is right', async () => {
			const visitor = await newcomer();
			const response = newProof();
			for (const state of ['failing', 'garbled'] as const) {
				provider.state = state;
				const { status, body } = await prove(visitor, response);
				assert.deepEqual([status, body], [503, { error: 'The server cannot answer now' }]);
			}
			assert.equal((await write(visitor)).status, 403);
			provider.state = 'well';
			assert.equal((await prove(visitor, response)).status, 204);
			await visitor.write('Hello');
		});

		test('who has a conversation, or is proven by the site, is not asked; nor is anybody where there is no key', async () => {
			await change({ captcha_provider: null });
			const before = await newcomer();
			await before.write('From before');
			await change(KEYS);
			await before.write('And from after');

			const [widget] = await setup.query("select hmac_token from web_widgets where website_token = 'demo'");
			const user = await newcomer();
			const identifier_hash = createHmac('sha256', String(widget?.['hmac_token'])).update('mira').digest('hex');
			await user.call('contact/set_user', { method: 'PATCH', body: { identifier: 'mira', identifier_hash } });
			await user.write('Hello');
			const claimed = await newcomer();
			const claim = () => claimed.call('contact/set_user', { method: 'PATCH', body: { identifier: 'otto' } });
			assert.equal((await claim()).status, 403);
			assert.equal((await write(claimed)).status, 403);
			assert.equal((await prove(claimed, newProof())).status, 204);
			assert.equal((await claim()).status, 200);
			provider.asked.length = 0;

			const plain = await newcomer('plain');
			await plain.write('Hello');
			assert.equal((await prove(plain, 'anything')).status, 204);
			assert.deepEqual(provider.asked, []);
		});

		test('the page and the chat learn provider and site key where there are some, and nobody the secret', async () => {
			const look = async (token: string) =>
				(await call<object>(setup.server.origin, `/widget/channel.json?website_token=${token}`)).body;
			const page = (token: string) => call<string>(setup.server.origin, `/widget?website_token=${token}`);
			const { captcha_provider: provider_, captcha_site_key: key } = KEYS;
			assert.deepEqual(((await look('demo')) as { captcha?: object }).captcha, { provider: provider_, site_key: key });
			const shown = await page('demo');
			const json = /id="widget-page">([^]*?)<\/script>/.exec(shown.body)?.[1] ?? assert.fail(shown.body);
			assert.deepEqual((JSON.parse(json) as WidgetPage).channel.captcha, { provider: provider_, siteKey: key });
			const [without, document] = [await look('plain'), await page('plain')];
			assert.ok(!JSON.stringify(without).includes('captcha') && !document.body.includes('captcha'));

			const changed = await change({ captcha_secret: SECRET.toUpperCase() });
			const audited = await setup.agent.call('audit_logs');
			for (const answer of [
				shown.body,
				await look('demo'),
				changed.body,
				audited.body,
				(await setup.agent.call('inboxes')).body,
			])
				assert.ok(!new RegExp(SECRET, 'i').test(JSON.stringify(answer)));
			assert.match(JSON.stringify(audited.body), /"captcha_secret":\["\[hidden\]","\[hidden\]"\]/);
		});

		for (const [captcha_provider, sources] of [
			[
				'turnstile',
				{ 'script-src': ' https://challenges.cloudflare.com', 'frame-src': ' https://challenges.cloudflare.com' },
			],
			[
				'hcaptcha',
				Object.fromEntries(
					['script-src', 'frame-src', 'style-src', 'style-src-elem', 'connect-src'].map((name) => [
						name,
						' https://hcaptcha.com https://*.hcaptcha.com',
					]),
				),
			],
			[
				'recaptcha',
				{
					'script-src': ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
					'frame-src': ' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
				},
			],
		] as const)
			test(`the chat's policy lets ${captcha_provider} load, and only where the website has its key`, async () => {
				const policyOf = async (token: string) => {
					const { headers } = await call(setup.server.origin, `/widget?website_token=${token}`);
					const policy = headers.get('content-security-policy') ?? '';
					return {
						referrer: headers.get('referrer-policy'),
						policy: new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/) as [string, string])),
					};
				};
				assert.equal((await change({ ...KEYS, captcha_provider })).status, 200);
				const [plain, demo] = [await policyOf('plain'), await policyOf('demo')];
				assert.deepEqual([plain.referrer, demo.referrer], ['no-referrer', 'strict-origin']);
				for (const [name, value] of plain.policy) {
					if (name === 'frame-ancestors') continue;
					const more = (sources as Record<string, string>)[name] ?? '';
					assert.equal(demo.policy.get(name), `${value}${more}`, name);
				}
			});

		test('all three settings belong together, and another provider needs keys of its own', async () => {
			const shown = async () => {
				const { captcha_provider, captcha_site_key } = (await setup.agent.call<TeamInbox>(`inboxes/${inboxId}`)).body;
				return [captcha_provider, captcha_site_key];
			};
			const message = 'Captcha needs captcha_provider, captcha_site_key and captcha_secret, or none of them';
			for (const [wrong, attributes] of [
				[{ captcha_site_key: null }, ['captcha_site_key']],
				[{ captcha_secret: '' }, ['captcha_secret']],
				[{ captcha_provider: 'hcaptcha' }, ['captcha_site_key', 'captcha_secret']],
				[{ captcha_provider: 'hcaptcha', captcha_site_key: 'other' }, ['captcha_secret']],
			] as const) {
				const { status, body } = await change(wrong);
				assert.deepEqual([status, body], [422, { message, error: `Validation failed: ${message}`, attributes }]);
				assert.deepEqual(await shown(), [KEYS.captcha_provider, KEYS.captcha_site_key]);
			}
			for (const wrong of [
				{ captcha_provider: 'friendly' },
				{ captcha_site_key: 'a key' },
				{ captcha_site_key: '</script>' },
				{ captcha_secret: 'two words' },
				{ captcha_secret: 'x'.repeat(256) },
			])
				assert.equal((await change(wrong)).status, 422, JSON.stringify(wrong));
			assert.equal((await change({ captcha_site_key: 'another' })).status, 200);
			assert.deepEqual(await shown(), [KEYS.captcha_provider, 'another']);
			assert.equal((await change({ captcha_provider: null })).status, 200);
			assert.deepEqual(await shown(), [null, null]);
			// Nothing of the former keys is left.
			assert.equal((await change({ captcha_provider: 'turnstile' })).status, 422);
			assert.equal((await change(KEYS)).status, 200);
		});

		test('a website whose keys the provider does not know refuses those who are new', async () => {
			await change({ captcha_secret: 'mistyped' });
			const { status, body } = await prove(await newcomer(), newProof());
			assert.deepEqual([status, body], [403, REFUSED]);
		});
	});
}
