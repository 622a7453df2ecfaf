import type { PreChatField, WorkingHours } from '#protocol/entities/channel.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { createCampaign } from '../domain/campaigns/editCampaign.ts';
import { createLabel } from '../domain/labels/editLabel.ts';
import { changeChannel, createChannel } from '../domain/websites/editChannel.ts';
import type { Repositories, Store } from '../store/store.ts';

interface DemoChannel {
	/** The channel of the page has the token `demo-<page>`; `demo/pages.js` links the pages. */
	page: string;
	settings: InboxChange & { name: string };
}

/** The colour of the shop's pages. */
const TEAL = '#2f5d62';
const CLAY = '#8a4b2f';

/** A topic's label → its colour, by which the desk's list tells them apart. */
const LABELS = new Map([
	['order', TEAL],
	['returns', '#c2591b'],
]);

/**
 * Always open, so that a page without an agent shows the usual reply time instead of an away
 * notice.
 */
const ALWAYS_OPEN = openOn([0, 1, 2, 3, 4, 5, 6], { open_all_day: true });
const MONDAY_MORNINGS = openOn([1], { open_hour: 10, open_minutes: 0, close_hour: 11, close_minutes: 0 });

const STANDARD = { field_type: 'standard', required: false, enabled: true } as const;

/** Asks for the number of an order only where it is about one. */
const ORDER_FORM: readonly PreChatField[] = [
	{ ...STANDARD, name: 'emailAddress', type: 'email', label: 'Email Address', required: true },
	{ ...STANDARD, name: 'fullName', type: 'text', label: 'Full Name' },
	{
		...STANDARD,
		field_type: 'conversation_attribute',
		name: 'topic',
		type: 'list',
		label: 'Topic',
		placeholder: 'What is it about?',
		values: ['An order', 'A visit', 'Something else'],
	},
	{
		...STANDARD,
		field_type: 'conversation_attribute',
		name: 'order',
		type: 'text',
		label: 'Order number',
		required: true,
		visible_when: { field: 'topic', values: ['An order'] },
	},
];

const CHANNELS: readonly DemoChannel[] = [
	{ page: 'identity', settings: { name: 'Halden customers', hmac_mandatory: true } },
	{
		page: 'prechat',
		settings: {
			name: 'Halden orders',
			pre_chat_form_enabled: true,
			pre_chat_form_options: { pre_chat_message: null, pre_chat_fields: [...ORDER_FORM] },
		},
	},
	{
		page: 'topics',
		settings: {
			name: 'Halden reception',
			topics: [
				{ id: 'order', name: 'Where is my order?', greeting: 'Which number does your order have?', label: 'order' },
				{
					id: 'returns',
					name: 'Returns and exchanges',
					greeting: 'Which piece is it, and what is wrong with it?',
					label: 'returns',
				},
				{ id: 'press', name: 'Press and wholesale', greeting: null, label: null },
			],
		},
	},
	{ page: 'rating', settings: { name: 'Halden feedback', csat_survey_enabled: true } },
	{
		page: 'hours',
		settings: {
			name: 'Halden office',
			working_hours: MONDAY_MORNINGS,
			out_of_office_message:
				'We are at the wheel, and our hands are full of clay. Write us anyway: we read everything.',
		},
	},
	{
		page: 'leave',
		settings: { name: 'Halden letterbox', working_hours: MONDAY_MORNINGS, leave_message_enabled: true },
	},
	{ page: 'campaigns', settings: { name: 'Halden shop floor' } },
	{ page: 'refuse', settings: { name: 'Halden cashier', masks: ['cards'] } },
	{
		page: 'texts',
		settings: {
			name: 'Halden bench',
			texts: {
				en: { 'Chat with us': 'Ask the bench', 'Type your message': 'What would you like to know?' },
				de: { 'Chat with us': 'Frag die Werkbank', 'Type your message': 'Was möchtest du wissen?' },
			},
		},
	},
	{
		page: 'languages',
		settings: {
			name: 'Halden abroad',
			launcher_title: 'Ask us',
			welcome_title: 'Welcome to our workshop',
			welcome_tagline: 'We ship to the whole of Europe.',
			greeting_enabled: true,
			greeting_message: 'Thank you! A potter answers as soon as their hands are clean.',
			topics: [
				{ id: 'shipping', name: 'Shipping', greeting: null, label: null },
				{ id: 'glazes', name: 'Glazes', greeting: null, label: null },
			],
			translations: {
				de: {
					name: 'Halden auswärts',
					launcher_title: 'Frag uns',
					welcome_title: 'Willkommen in unserer Werkstatt',
					welcome_tagline: 'Wir liefern in ganz Europa.',
					greeting_message: 'Danke! Wer hier töpfert, antwortet, sobald die Hände sauber sind.',
					'topics.shipping.name': 'Versand',
					'topics.glazes.name': 'Glasuren',
				},
				ar: {
					name: 'هالدن في الخارج',
					launcher_title: 'اسألنا',
					welcome_title: 'أهلًا بك في ورشتنا',
					greeting_message: 'شكرًا لك! سيجيبك أحد الخزافين ما إن تنظف يداه.',
					'topics.shipping.name': 'الشحن',
				},
			},
		},
	},
	{ page: 'where', settings: { name: 'Halden reading room' } },
	{ page: 'launcher', settings: { name: 'Halden potters', widget_color: CLAY } },
	{ page: 'inline', settings: { name: 'Halden contact page' } },
	{ page: 'dark', settings: { name: 'Halden by night', widget_color: '#7fb3b5' } },
	{ page: 'rtl', settings: { name: 'خزف هالدن', locale: 'ar', welcome_title: 'مرحبًا' } },
	{ page: 'strict', settings: { name: 'Halden safe' } },
	{ page: 'sales', settings: { name: 'Halden sales', welcome_title: 'Which piece is it?' } },
	{
		page: 'workshop',
		settings: { name: 'Halden workshop', widget_color: CLAY, welcome_title: 'Something about the kiln?' },
	},
];

/** Creates the channels that are missing; their campaigns are sent in the agent's name. */
export async function seedDemoPages(store: Store, agentId: number): Promise<void> {
	await store.transaction((repositories) => seed(repositories, agentId));
}

async function seed(store: Repositories, senderId: number): Promise<void> {
	const accountId = (await store.accounts.findFirst())?.id;
	if (accountId === undefined) return;
	const shop = await store.channels.findByWebsiteToken('demo');
	// Only for a new demo, since what a person has changed later must stay.
	if (shop && !(await store.channels.findByWebsiteToken(`demo-${CHANNELS[0]?.page}`))) {
		await changeChannel(store, shop, {
			working_hours_enabled: true,
			working_hours: ALWAYS_OPEN,
			widget_color: TEAL,
		});
	}
	for (const { page, settings } of CHANNELS) {
		const websiteToken = `demo-${page}`;
		if (await store.channels.findByWebsiteToken(websiteToken)) continue;
		for (const { label } of settings.topics ?? [])
			if (label !== null && !(await store.labels.find(accountId, label)))
				await createLabel(store, accountId, label, { color: LABELS.get(label) });
		const { inbox } = await createChannel(store, {
			accountId,
			websiteToken,
			settings: { working_hours_enabled: true, working_hours: ALWAYS_OPEN, widget_color: TEAL, ...settings },
		});
		// Public, so that `demo/identity.js` can compute hashes; a real key never leaves the site's
		// server.
		if (page === 'identity') await store.channels.update(inbox.id, { widget: { hmac_token: 'the-key-of-the-demo' } });
		if (page !== 'campaigns') continue;
		await createCampaign(store, {
			account_id: accountId,
			inbox_id: inbox.id,
			title: 'The shop speaks first',
			message: 'You have been looking around for a while. **Can I help you** to find a piece?',
			sender_id: senderId,
			trigger_url: 'http://*:*/campaigns.html',
			trigger_seconds: 5,
		});
	}
}

/** A week in which these days (0 is Sunday) are open as given, and all others closed. */
function openOn(days: readonly number[], hours: Partial<WorkingHours>): WorkingHours[] {
	const closed = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null, open_all_day: false };
	return [0, 1, 2, 3, 4, 5, 6].map((day) => {
		const isOpen = days.includes(day);
		return { ...closed, day_of_week: day, closed_all_day: !isOpen, ...(isOpen && hours) };
	});
}
