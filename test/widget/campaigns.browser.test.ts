/**
 * Campaigns in the frame, from the page's address to the conversation (docs/wire.md, Events and
 * campaigns).
 */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Campaign, Message, PushConversation } from '#protocol/entities/entities.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { activeCampaignAtom } from '../../src/widget/features/campaigns/campaigns.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { holdTimers } from './heldTimers.ts';
import { hasText, until } from '../desk/page.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const SHOP = 'https://shop.example';
const NOW = Math.floor(Date.now() / 1000);
const ADA = {
	id: 5,
	name: 'Ada Lovelace',
	available_name: 'Ada',
	avatar_url: '',
	type: 'user',
	availability_status: null,
	thumbnail: '',
} as const;

let chat: Chat;
/** The campaigns that the server has. */
let campaigns: Campaign[];
let messages: Message[];
let status: 'open' | 'resolved';
/** Bodies of the events that arrived at the server. */
let events: { name: string; event_info: Record<string, unknown> }[];
/** Statuses with which the server answers the next events; 0 loses the answer. */
let faults: number[];

beforeEach(() => {
	campaigns = [];
	messages = [];
	events = [];
	faults = [];
	status = 'open';
	chat = new Chat();
	server.answer(`GET ${API}/campaigns`, () => campaigns);
	server.answer(`GET ${API}/conversations`, () =>
		messages.length > 0 ? { id: 43, inbox_id: 3, contact_last_seen_at: NOW + 10_000, status } : {},
	);
	server.answer(`GET ${API}/messages`, () => ({ payload: messages }));
	server.answer(`POST ${API}/conversations/update_last_seen`, () => null);
	server.answer(`POST ${API}/events`, ({ body }) => {
		events.push(body as (typeof events)[number]);
		const fault = faults.shift();
		if (fault) throw fault;
		const campaign = campaigns.find(({ id }) => id === events.at(-1)?.event_info['campaign_id']);
		if (campaign && messages.length === 0) messages.push(message(campaign.message));
		if (fault === 0) throw new Error('lost');
		return null;
	});
});

afterEach(() => chat.close());
after(() => server.stop());

function message(content: string): Message {
	return {
		id: 901,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: NOW,
		conversation_id: 43,
		sender: ADA,
		sender_type: 'User',
	};
}

function campaign(id: number, rules: Partial<Campaign['trigger_rules']> = {}, more: Partial<Campaign> = {}): Campaign {
	return {
		id,
		trigger_rules: { url: `${SHOP}/pricing`, time_on_page: 0, ...rules },
		trigger_only_during_business_hours: false,
		message: `Campaign ${id}`,
		sender: ADA,
		...more,
	};
}

function open(list: Campaign[], page: Parameters<typeof makePage>[0] = {}): void {
	campaigns = list;
	chat.open({ hasCampaigns: true, ...page }, 'closed');
}

async function visit(path: string): Promise<void> {
	chat.tell({ event: 'change-url', referrerURL: SHOP + path, referrerHost: 'shop.example' });
	await until(() => chat.store.get(hostAtom).referrerUrl === SHOP + path);
}

async function tellOpen(isOpen: boolean): Promise<void> {
	chat.tell({ event: 'toggle-open', isOpen });
	await until(() => chat.store.get(hostAtom).isOpen === isOpen);
}

const active = () => chat.store.get(activeCampaignAtom)?.id;
const isPreviewed = () => chat.heard.findLast(({ event }) => event.endsWith('UnreadMode'))?.event === 'setUnreadMode';
const callsOf = (name: string) => server.calls.filter((call) => call === name).length;
const lists = () => callsOf(`GET ${API}/campaigns`);
/** A page's timers run once the list has been loaded; when they fire, it is loaded again. */
const listed = (count: number) => until(() => lists() === count);
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Resolves when the campaign is shown. */
const seen = (id: number) => until(() => isPreviewed() && hasText(`Campaign ${id}`));

/** Triggers a campaign as the page does; answers how that was settled. */
async function trigger(campaignId: number, requestId: string) {
	chat.tell({ event: 'trigger-campaign', requestId, campaignId });
	return until(() => chat.heard.find((said) => said.event === 'settled' && said.requestId === requestId));
}

test('the page shows a campaign on any address, also after another was closed, and it stays when the address changes', async () => {
	open([campaign(1, { time_on_page: 600 }), campaign(2, { url: `${SHOP}/elsewhere` })]);
	chat.tell({ event: 'config-set', campaignsSnoozedTill: Date.now() + 60_000 });
	await visit('/cups');
	assert.deepEqual(await trigger(2, 'a'), { event: 'settled', requestId: 'a' });
	await seen(2);
	const before = lists();
	await visit('/lamps');
	await until(() => lists() > before);
	await twoFrames();
	assert.equal(active(), 2);
	await press('Close');
	await until(() => active() === undefined);
});

test('an unknown campaign, an open panel and a conversation are refused, each by its code', async () => {
	open([campaign(1)], { hasCampaigns: false });
	assert.deepEqual(await trigger(9, 'a'), { event: 'settled', requestId: 'a', error: 'CAMPAIGN_NOT_FOUND' });
	await tellOpen(true);
	assert.deepEqual(await trigger(1, 'b'), { event: 'settled', requestId: 'b', error: 'PANEL_OPEN' });
	chat.close();

	messages = [message('Hello')];
	open([campaign(1)], { session: { authToken: 'known', pubsubToken: 'pubsub' } });
	assert.deepEqual(await trigger(1, 'c'), { event: 'settled', requestId: 'c', error: 'CONVERSATION_EXISTS' });
	assert.equal(active(), undefined);
});

test('a campaign is shown after its time on the page, and creates no contact', async () => {
	open([
		campaign(1, { url: `${SHOP}/cups` }),
		campaign(2, { time_on_page: 0.05 }, { message: 'Campaign 2 for **you**' }),
	]);
	const before = performance.now();
	await visit('/pricing/?from=mail');
	await seen(2);
	assert.ok(performance.now() - before >= 45);
	assert.equal(lists(), 2);
	await until(() => document.querySelector('strong')?.textContent === 'you');
	assert.ok(hasText('Ada') && hasText('from Halden Stoneware'));
	const height = document.querySelector('main')?.offsetHeight ?? 0;
	assert.ok(height > 60);
	assert.deepEqual(chat.last('updateIframeHeight'), {
		event: 'updateIframeHeight',
		isFixedHeight: true,
		extraHeight: 48 + height,
	});
	await axeFindsNothing();
	assert.equal(callsOf(`POST ${API}/config`), 0);
});

test('a page of a channel without campaigns does not ask for any', async () => {
	open([campaign(1)], { hasCampaigns: false });
	await visit('/pricing');
	await twoFrames();
	assert.equal(lists(), 0);
});

test('a malformed pattern disables only itself', async () => {
	open([campaign(1, { url: 'shop.example/pricing' }), campaign(2)]);
	await visit('/pricing');
	await seen(2);
});

test('a campaign that has ended meanwhile is not shown', async () => {
	open([campaign(1, { time_on_page: 0.05 }), campaign(2, { time_on_page: 0.1 })]);
	await visit('/pricing');
	await listed(1);
	campaigns = [campaign(2, {}, { message: 'In other words' })];
	await until(() => hasText('In other words'));
});

test('the last campaign that is due replaces the others', async () => {
	open([campaign(1), campaign(2, { time_on_page: 0.3 })]);
	await visit('/pricing');
	await seen(1);
	await seen(2);
	assert.ok(!hasText('Campaign 1'));
});

test('another address starts its own timers, and those of the last one stop', async () => {
	open([campaign(1, { time_on_page: 0.1 }), campaign(2, { url: `${SHOP}/cups`, time_on_page: 0.2 })]);
	await visit('/pricing');
	await listed(1);
	await visit('/cups');
	await until(() => active() !== undefined);
	assert.equal(active(), 2);
	assert.equal(lists(), 3);
	await seen(2);
	await visit('/about');
	await until(() => !isPreviewed());
});

test('a campaign for business hours is shown in business hours only', async () => {
	const none = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
	const away = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
		day_of_week,
		...none,
		closed_all_day: true,
		open_all_day: false,
	}));
	const hourly = campaign(1, {}, { trigger_only_during_business_hours: true });
	const channel = { ...makePage().channel, workingHoursEnabled: true, workingHours: away };
	open([hourly, campaign(2, { time_on_page: 0.1 })], { channel });
	await visit('/pricing');
	await until(() => active() === 2);
	chat.close();
	const there = away.map((day) => ({ ...day, closed_all_day: false, open_all_day: true }));
	chat = new Chat();
	open([hourly], { channel: { ...channel, workingHours: there } });
	await visit('/pricing');
	await seen(1);
});

test('a campaign is shown to a visitor who has opened the panel before, and closed it', async () => {
	const timers = holdTimers(77_000);
	open([campaign(1, { time_on_page: 77 })]);
	await visit('/pricing');
	await until(() => timers.count === 1);
	await tellOpen(true);
	await tellOpen(false);
	timers.ring();
	await seen(1);
	assert.equal(timers.started, 1);
	timers.release();
});

test('a campaign whose moment comes while the panel is open is not shown, nor afterwards; the next page has its own', async () => {
	const timers = holdTimers(77_000);
	open([campaign(1, { url: `${SHOP}/*`, time_on_page: 77 })]);
	await visit('/pricing');
	await until(() => timers.count === 1);
	await tellOpen(true);
	timers.ring();
	await tellOpen(false);
	await twoFrames();
	assert.deepEqual([active(), lists(), timers.count], [undefined, 1, 0]);
	await visit('/pricing#more');
	await until(() => timers.count === 1);
	timers.ring();
	await seen(1);
	timers.release();
});

test('a visitor in conversation sees no campaign', async () => {
	messages = [message('Hello')];
	open([campaign(1)], { session: { authToken: 'known', pubsubToken: 'pubsub' } });
	await visit('/pricing');
	await until(() => callsOf(`GET ${API}/messages`) > 0);
	await twoFrames();
	assert.equal(lists(), 0);
	assert.equal(isPreviewed(), false);
});

test('closing a campaign keeps others away, and tells the host', async () => {
	open([campaign(1, { url: `${SHOP}/*` })]);
	await visit('/pricing');
	await seen(1);
	await press('Close');
	await until(() => chat.last('setCampaignReadOn') && !isPreviewed());
	await visit('/cups');
	await listed(4);
	await twoFrames();
	assert.equal(active(), undefined);
	assert.equal(callsOf(`POST ${API}/config`), 0);
});

test('Escape closes a campaign in the same way', async () => {
	open([campaign(1)]);
	await visit('/pricing');
	await seen(1);
	await key('Escape');
	await until(() => chat.last('setCampaignReadOn') && !isPreviewed());
});

test('a snooze that the host remembers is respected, and ends', async () => {
	open([campaign(1, { url: `${SHOP}/*` })]);
	chat.tell({ event: 'config-set', campaignsSnoozedTill: Date.now() + 60_000 });
	await visit('/pricing');
	await listed(2);
	await twoFrames();
	assert.equal(active(), undefined);
	chat.tell({ event: 'config-set', campaignsSnoozedTill: Date.now() - 1 });
	await visit('/cups');
	await seen(1);
});

test('accepting a campaign opens the panel and begins one conversation, also when the server fails at first', async () => {
	open([campaign(7)]);
	faults = [503, 0];
	await visit('/pricing');
	await seen(7);
	await press('Start Conversation');
	await until(() => chat.last('openWindow'));
	await tellOpen(true);
	await until(() => document.querySelector('[role=log]') && hasText('Campaign 7'));
	await until(() => events.length === 3 && active() === undefined);
	const [{ name, event_info } = { name: '', event_info: {} }] = events;
	assert.equal(name, 'campaign.triggered');
	assert.deepEqual([event_info['campaign_id'], event_info['referer']], [7, `${SHOP}/pricing`]);
	assert.equal(messages.length, 1);
});

test('a campaign that the server no longer has is dropped', async () => {
	open([campaign(7)]);
	await visit('/pricing');
	await seen(7);
	faults = [404];
	server.answer(`POST ${API}/events`, () => {
		throw 422;
	});
	await tellOpen(true);
	await until(() => active() === undefined);
	assert.equal(callsOf(`POST ${API}/events`), 1);
});

test('a conversation that has ended removes the campaign', async () => {
	open([campaign(7)], { session: { authToken: 'known', pubsubToken: 'pubsub' } });
	await until(() => chat.store.get(connectionAtom) === 'connected');
	await visit('/pricing');
	await seen(7);
	server.push('conversation.status_changed', { id: 43, status: 'resolved' } as PushConversation);
	await until(() => !isPreviewed() && active() === undefined);
});

const EMAIL = {
	field_type: 'standard',
	name: 'emailAddress',
	type: 'email',
	label: 'Email',
	required: true,
	enabled: true,
} as const;
const ORDER = {
	field_type: 'conversation_attribute',
	name: 'order',
	type: 'text',
	label: 'Order',
	required: false,
	enabled: true,
} as const;

test('a form that is due comes before the campaign, which carries its answers about the conversation', async () => {
	const facts: unknown[] = [];
	const known = { id: 1, has_email: false, has_name: false, has_phone_number: false };
	server.answer(`GET ${API}/contact`, () => known);
	server.answer(`PATCH ${API}/contact`, ({ body }) => {
		facts.push(body);
		return { ...known, has_email: true };
	});
	const channel = {
		...makePage().channel,
		preChatFormEnabled: true,
		preChatFormOptions: { pre_chat_message: null, pre_chat_fields: [EMAIL, ORDER] },
	};
	open([campaign(7)], { channel });
	await visit('/pricing');
	await seen(7);
	await tellOpen(true);
	await until(() => hasText('Please provide your name and email before starting the conversation'));
	await fill(await until(() => document.querySelector<HTMLInputElement>('input[type=email]')), 'ada@shop.example');
	await fill(await until(() => document.querySelector<HTMLInputElement>('input[type=text]')), '12345');
	assert.equal(document.querySelector('textarea'), null);
	assert.equal(events.length, 0);
	await until(() => document.querySelector<HTMLInputElement>('input[type=text]')?.value === '12345');
	await press('Start Conversation');
	await until(() => document.querySelector('[role=log]') && hasText('Campaign 7'));
	assert.deepEqual(facts, [{ email: 'ada@shop.example' }]);
	assert.equal(events.length, 1);
	assert.deepEqual(events[0]?.event_info['custom_attributes'], { order: '12345' });
});

/**
 * The orders in which the server's answers may arrive after a visitor with a session has accepted
 * the campaign.
 */
const ORDERS: [claim: string, answers: (held: Held) => Promise<void>][] = [
	[
		'the contact has been read, and nothing is missing',
		async ({ contact }) => contact.resolve({ ...STRANGER, has_email: true }),
	],
	[
		'the page says who it is before the contact has been read',
		async ({ contact, user }) => {
			identify();
			user.resolve({ ...STRANGER, has_email: true });
			await until(() => events.length > 0);
			contact.resolve({ ...STRANGER, has_email: true });
		},
	],
	[
		'the page says who it is while the form shows',
		async ({ contact, user }) => {
			identify();
			contact.resolve(STRANGER);
			await until(() => document.querySelector('input[type=email]'));
			assert.equal(events.length, 0);
			user.resolve({ ...STRANGER, has_email: true });
		},
	],
	[
		'the visitor says what is missing',
		async ({ contact }) => {
			contact.resolve(STRANGER);
			await answerForm();
		},
	],
	[
		'the contact cannot be read, and the visitor says it',
		async ({ contact }) => {
			contact.reject(500);
			await answerForm();
		},
	],
];

const STRANGER = { id: 1, has_email: false, has_name: false, has_phone_number: false };

interface Held {
	contact: PromiseWithResolvers<unknown>;
	user: PromiseWithResolvers<unknown>;
}

function identify(): void {
	chat.tell({ event: 'set-user', identifier: 'u-1', user: { email: 'ada@shop.example' } });
}

async function answerForm(): Promise<void> {
	await fill(await until(() => document.querySelector<HTMLInputElement>('input[type=email]')), 'ada@shop.example');
	await until(() => document.querySelector<HTMLInputElement>('input[type=email]')?.value === 'ada@shop.example');
	await press('Start Conversation');
}

function openWithForm(): void {
	const channel = {
		...makePage().channel,
		preChatFormEnabled: true,
		preChatFormOptions: { pre_chat_message: null, pre_chat_fields: [EMAIL] },
	};
	open([campaign(7)], { channel, session: { authToken: 'known', pubsubToken: 'pubsub' } });
}

async function hasBegunOnce(): Promise<void> {
	await until(() => document.querySelector('[role=log]') && hasText('Campaign 7'));
	await until(() => active() === undefined);
	await twoFrames();
	assert.equal(events.length, 1);
	assert.equal(messages.length, 1);
}

for (const [claim, answers] of ORDERS) {
	test(`a known visitor who accepts a campaign where a form may be due begins the conversation once: ${claim}`, async () => {
		const held: Held = { contact: Promise.withResolvers(), user: Promise.withResolvers() };
		server.answer(`GET ${API}/contact`, () => held.contact.promise);
		server.answer(`PATCH ${API}/contact/set_user`, () => held.user.promise);
		server.answer(`PATCH ${API}/contact`, () => ({ ...STRANGER, has_email: true }));
		openWithForm();
		await visit('/pricing');
		await seen(7);
		await tellOpen(true);
		await until(() => callsOf(`GET ${API}/contact`) === 1);
		assert.equal(events.length, 0);
		await answers(held);
		await hasBegunOnce();
	});
}

test('the conversation begins at once where the contact has been loaded before', async () => {
	server.answer(`GET ${API}/contact`, () => ({ ...STRANGER, has_email: true }));
	openWithForm();
	await tellOpen(true);
	await press('Start Conversation');
	await until(() => document.querySelector('textarea'));
	await tellOpen(false);
	await visit('/pricing');
	await seen(7);
	await tellOpen(true);
	await hasBegunOnce();
	assert.equal(callsOf(`GET ${API}/contact`), 1);
});
