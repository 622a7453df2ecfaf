import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hover, key } from '../support/browser/input.ts';
import { addWidget, asked, findLauncher, frameOf, greet, panelOf, serve, until } from './hostPages.ts';

/** Waits long enough for everything that is scheduled for idle time. */
async function becomeIdle() {
	for (let turn = 0; turn < 3; turn += 1) {
		await new Promise((resolve) =>
			'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50),
		);
	}
}

/** Only the beginning of a press, since its end would open the chat. */
async function touch(launcher: Element): Promise<void> {
	launcher.dispatchEvent(new Event('touchstart', { bubbles: true }));
}

test('before interest there is one request, no frame, no cookie and no storage', async () => {
	serve({});
	const element = addWidget();
	await findLauncher(element);
	await becomeIdle();
	assert.deepEqual(asked, [`${location.origin}/widget/channel.json?website_token=shop`]);
	assert.equal(frameOf(element), null);
	assert.equal(panelOf(element), null);
	assert.equal(document.cookie, '');
	assert.equal(localStorage.length, 0);
});

for (const [claim, attributes, look, cookie, isExpected] of [
	['auto waits for interest', {}, {}, '', false],
	['auto starts when idle for a visitor with a conversation', {}, {}, 'cw_conversation=abc', true],
	['auto starts when idle for a visitor with unsent messages', {}, {}, 'cw_outbox_pending_shop=1', true],
	['auto starts when idle where the channel has campaigns', {}, { has_campaigns: true }, '', true],
	[
		'interaction waits for every visitor',
		{ loading: 'interaction' },
		{ has_campaigns: true },
		'cw_conversation=abc',
		false,
	],
	['idle starts for every visitor', { loading: 'idle' }, {}, '', true],
	['eager starts for every visitor', { loading: 'eager' }, {}, '', true],
] as const) {
	test(`loading: ${claim}`, async () => {
		if (cookie) document.cookie = `${cookie}; Path=/`;
		serve(look);
		const element = addWidget(attributes);
		await findLauncher(element);
		if (isExpected) {
			const { searchParams } = new URL((await until(() => frameOf(element))).src);
			assert.equal(searchParams.get('view'), 'closed');
			assert.equal(searchParams.get('cw_conversation'), cookie.startsWith('cw_conversation') ? 'abc' : null);
		} else {
			await becomeIdle();
			assert.equal(frameOf(element), null);
		}
	});
}

for (const [sign, show] of [
	['the pointer', hover],
	['a touch', touch],
	['the focus', () => key('Tab')],
] as const) {
	test(`${sign} on the launcher starts a closed frame, whose document names the files of the view`, async () => {
		serve({});
		const element = addWidget();
		await show(await findLauncher(element));
		const { searchParams } = new URL((await until(() => frameOf(element))).src);
		assert.equal(searchParams.get('view'), 'expected');
		assert.equal((await element.getState()).isOpen, false);
	});
}

test('interest in a chat that has started is told to its frame, which stays', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const { iframe, heard } = await greet(element);
	const launcher = await findLauncher(element);
	assert.ok(!heard.some(({ event }) => event === 'interest'));
	await hover(launcher);
	await until(() => heard.some(({ event }) => event === 'interest'));
	assert.equal(frameOf(element), iframe);
	assert.equal(new URL(iframe.src).searchParams.get('view'), 'closed');
});

test('the visitor token is stored for the next page as soon as the frame sends it, and reset() deletes it', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	assert.equal(document.cookie, '', 'a visitor without a session leaves no cookie');
	frame.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'a.b=c' } });
	frame.say({ event: 'setOutboxPending', isPending: true });
	await until(() => document.cookie.includes('cw_outbox_pending_shop=1'));
	assert.match(document.cookie, /cw_conversation=a\.b%3Dc/);
	frame.say({ event: 'setOutboxPending', isPending: false });
	await until(() => !document.cookie.includes('cw_outbox_pending'));

	const forgotten = element.reset();
	const request = await until(() => frame.heard.find((message) => message.event === 'reset'));
	frame.say({ event: 'settled', requestId: request.requestId ?? '' });
	await forgotten;
	assert.equal(document.cookie, '');
	const next = await until(() => (frameOf(element) === frame.iframe ? null : frameOf(element)));
	assert.equal(new URL(next.src).searchParams.get('cw_conversation'), null);
});
