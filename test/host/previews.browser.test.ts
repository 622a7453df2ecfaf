/**
 * What the page is told of previews and campaigns, and may decide about them; and the sound that
 * the host plays.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWidget, findLauncher, frameOf, greet, panelOf, record, serve, takeAway, until } from './hostPages.ts';

const DAY = 86_400_000;

for (const preview of ['unread', 'campaign'] as const) {
	test(`pressing a preview of ${preview === 'unread' ? 'messages' : 'a campaign'} opens the panel, and the page is told which`, async () => {
		serve({});
		const heard = record(`${preview}-click`, 'open');
		const element = addWidget({ loading: 'eager' });
		const frame = await greet(element);
		frame.say({ event: 'setUnreadMode' });
		await until(() => panelOf(element)?.dataset['mode'] === 'preview');
		frame.say({ event: 'openWindow', preview });
		await until(() => panelOf(element)?.dataset['mode'] === 'open');
		assert.deepEqual(
			heard.map(({ name, detail }) => [name, detail]),
			[
				[`${preview}-click`, null],
				['open', null],
			],
		);
	});
}

test('closing a preview from inside moves the focus to the launcher', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const launcher = await findLauncher(element);
	const { iframe, say } = await greet(element);
	say({ event: 'setUnreadMode' });
	await until(() => panelOf(element)?.dataset['mode'] === 'preview');
	iframe.focus();
	await until(() => element.shadowRoot?.activeElement === iframe);
	say({ event: 'closeWindow' });
	await until(() => panelOf(element)?.dataset['mode'] === 'closed');
	assert.equal(element.shadowRoot?.activeElement, launcher);
});

test('a closed campaign is remembered for a day, also on the next page, until reset()', async () => {
	serve({ has_campaigns: true });
	const element = addWidget();
	const frame = await greet(element);
	const [config] = frame.heard;
	assert.ok(config?.event === 'config-set' && config.campaignsSnoozedTill === undefined);
	const before = Date.now();
	frame.say({ event: 'setCampaignReadOn' });
	await until(() => document.cookie.includes('cw_snooze_campaigns_till'));
	await takeAway(element);

	const next = addWidget();
	const nextFrame = await greet(next);
	const [told] = nextFrame.heard;
	const till = told?.event === 'config-set' ? (told.campaignsSnoozedTill ?? 0) : 0;
	assert.ok(till >= before + DAY && till <= Date.now() + DAY, `${till}`);

	const forgotten = next.reset();
	const request = await until(() => nextFrame.heard.find((message) => message.event === 'reset'));
	nextFrame.say({ event: 'settled', requestId: request.requestId ?? '' });
	await forgotten;
	assert.equal(document.cookie, '');
	// Campaigns run again: there is another frame, which is told its address.
	await until(() => frameOf(next) !== nextFrame.iframe && frameOf(next));
	const again = await greet(next);
	assert.ok(again.heard.some((message) => message.event === 'change-url' && message.referrerURL === location.href));
	assert.ok(again.heard.every((message) => !('campaignsSnoozedTill' in message)));
});

test('in-page navigation is told to the frame', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const before = location.href;
	history.pushState(null, '', '#pricing');
	await until(() =>
		frame.heard.some((message) => message.event === 'change-url' && message.referrerURL.endsWith('#pricing')),
	);
	history.replaceState(null, '', before);
});

test('unread messages are shown over the page unless the attribute is "false", which may change', async () => {
	for (const [written, isWanted] of [
		[undefined, true],
		['', true],
		['false', false],
	] as const) {
		serve({});
		const element = addWidget({
			loading: 'eager',
			...(written === undefined ? {} : { 'show-unread-messages-dialog': written }),
		});
		assert.equal(element.showUnreadMessagesDialog, isWanted);
		const { heard } = await greet(element);
		const told = () =>
			heard.flatMap((message) => (message.event === 'config-set' ? [message.showUnreadMessagesDialog] : []));
		assert.deepEqual(told(), [isWanted]);
		element.showUnreadMessagesDialog = !isWanted;
		await until(() => told().length === 2);
		assert.deepEqual(told(), [isWanted, !isWanted]);
		assert.equal(element.getAttribute('show-unread-messages-dialog'), isWanted ? 'false' : null);
		await takeAway(element);
	}
});

test('the sound is two notes that end, and is not downloaded', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const contexts: AudioContext[] = [];
	const { AudioContext: Real } = window;
	window.AudioContext = class extends Real {
		constructor() {
			super();
			contexts.push(this);
		}
	};
	performance.clearResourceTimings();
	frame.say({ event: 'playAudio' });
	const context = await until(() => contexts[0]);
	window.AudioContext = Real;
	assert.equal(contexts.length, 1);
	assert.equal(performance.getEntriesByType('resource').filter(({ name }) => /audio|mp3|ogg|wav/.test(name)).length, 0);
	await context.close().catch(() => {});
});
