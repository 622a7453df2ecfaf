/**
 * Every view at every size, in the complete run also light and dark and in four languages: nothing
 * is cut off, overlaps or is too small (WCAG 1.4.10).
 */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import type { PreChatField } from '#protocol/entities/channel.ts';
import type { Agent, ListedConversation, Message } from '#protocol/entities/entities.ts';
import { popOutName } from '#protocol/frame/popOut.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { followCampaign, goHome } from '../../src/widget/app/routing/navigate.ts';
import { moveTo } from '../../src/widget/app/routing/route.ts';
import { showAlert } from '../../src/widget/features/alerts/alerts.ts';
import { showCampaign } from '../../src/widget/features/campaigns/campaigns.ts';
import { requestEnd } from '../../src/widget/features/conversation/endConversation.ts';
import { updateHostFacts } from '../../src/widget/features/host/host.ts';
import { shownLocaleAtom, requestLocale } from '../../src/widget/features/language/language.ts';
import { findNamed, until } from '../desk/page.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { isComplete } from '../support/isComplete.ts';
import { ADA } from './ada.ts';
import { Conversation, frames, server } from './conversation.ts';
import { LONG_FILE, LONG_NAME, LONG_WORD, SIZES } from './extremes.ts';
import { fakeUploads } from './fakeUploads.ts';
import { attach, drag, makePicture, makeText } from './files.ts';
import { makeArticle } from './helpCentre.ts';
import { BOTH_THEMES, findFaultsIn } from './overflow.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const NOW = Math.floor(Date.now() / 1000);

/** Russian has the longest words, and the pseudo-locale the longest texts. */
const LANGUAGES = isComplete ? (['en', 'ar', 'ru', 'pseudo'] as const) : (['ar', 'ru', 'pseudo'] as const);

const WORDS = 'The glaze is food safe, and the plates go into the dishwasher. ';

type Channel = ReturnType<typeof makePage>['channel'];

interface Scene {
	channel?: Partial<Channel>;
	/** Fills the conversation and the server before the chat opens. */
	prepare?: () => void;
	/** Brings the view on the screen; resolves when it is there. */
	show: () => Promise<unknown>;
	isNew?: boolean;
	/**
	 * Under a host whose panel is open or closed, in a window of the chat's own, or, where it is
	 * absent, without either.
	 */
	where?: 'open' | 'closed' | 'window';
}

let chat: Conversation;
let widget: Widget | undefined;
let stopFaking: (() => void) | undefined;

beforeEach(() => {
	chat = new Conversation();
	sessionStorage.clear();
	server.answer(`GET ${API}/inbox_members`, () => ({ payload: TEAM }));
	server.answer(`GET ${API}/conversations/history`, () => ({ payload: [] }));
	server.answer(`GET ${API}/campaigns`, () => []);
	server.answer(`GET ${API}/contact`, () => ({ id: 1, has_email: false, has_name: false, has_phone_number: false }));
	server.answer('GET /hc/help/en/articles.json', () => ({ payload: ARTICLES, meta: { articles_count: 7 } }));
});

afterEach(() => {
	server.restore();
	widget?.stop();
	widget = undefined;
	stopFaking?.();
	stopFaking = undefined;
	document.getElementById('app')?.remove();
	Object.defineProperty(window, 'parent', { value: window, configurable: true });
	window.name = '';
});

after(async () => {
	server.stop();
	document.documentElement.dir = 'ltr';
	await setViewport({ width: 800, height: 600 });
});

const main = (selector: string) => until(() => document.querySelector<HTMLElement>(`main ${selector}`));
const toMessages = async () => {
	store().set(moveTo, 'messages');
	await main('[role=log] [data-state]');
};

const SCENES: Record<string, Scene> = {
	'home without articles': { show: () => main('button') },
	'home with long names, articles and earlier conversations': {
		channel: {
			portal: portal(),
			websiteName: LONG_NAME,
			welcomeTitle: `Hi ${LONG_WORD}`,
			welcomeTagline: WORDS.repeat(3),
		},
		prepare() {
			chat.add(WORDS);
			server.answer(`GET ${API}/conversations/history`, () => ({
				payload: [listed(42, LONG_WORD), listed(41, WORDS)],
			}));
		},
		async show() {
			store().set(goHome);
			await main('a[href*="/hc/"]');
			await main('li > button');
		},
	},
	'search results': {
		channel: { portal: portal() },
		isNew: true,
		async show() {
			const field = (await main('input[type=search]')) as HTMLInputElement;
			await fill(field, 'glaze');
			await frames(4);
			await until(() => document.querySelectorAll('main a').length > 1);
		},
	},
	'an article': {
		channel: { portal: portal() },
		async show() {
			store().set(moveTo, 'article-viewer', { link: '/hc/help/articles/glazes' });
			await main('iframe[data-shown]');
		},
	},
	'an article that does not load': {
		channel: { portal: portal() },
		async show() {
			store().set(moveTo, 'article-viewer', { link: '/hc/help/articles/broken' });
			await main('[role=alert] button');
		},
	},
	'an earlier conversation': {
		prepare() {
			chat.add(WORDS);
			server.answer(`GET ${API}/conversations/history`, () => ({ payload: [listed(42, LONG_WORD)] }));
		},
		async show() {
			store().set(moveTo, 'earlier-messages', { conversation: '42' });
			await main('[role=log] [data-state]');
		},
	},
	'the form with every kind of field, its errors and consent': {
		channel: { preChatFormEnabled: true, preChatFormOptions: FORM() },
		isNew: true,
		async show() {
			store().set(moveTo, 'prechat-form');
			await press({ selector: 'main button[type=submit]' });
			await until(() => document.querySelectorAll('[aria-invalid=true]').length > 5);
		},
	},
	'the countries of the form': {
		channel: { preChatFormEnabled: true, preChatFormOptions: FORM() },
		isNew: true,
		async show() {
			store().set(moveTo, 'prechat-form');
			await press({ selector: 'main button[aria-haspopup]' });
			await until(() => document.querySelectorAll('[role=option]').length > 240);
		},
	},
	'messages of every kind': {
		channel: { enabledFeatures: ['attachments', 'emoji_picker', 'end_conversation'], websiteName: LONG_NAME },
		prepare: addEveryKind,
		show: toMessages,
	},
	'the choices of messages': {
		prepare() {
			addChoices();
		},
		show: toMessages,
	},
	'a reply, and a message that failed': {
		channel: { enabledFeatures: ['attachments', 'emoji_picker'] },
		prepare() {
			chat.add(WORDS.repeat(4));
			server.answer(`POST ${API}/messages`, () => {
				throw 422;
			});
		},
		async show() {
			await toMessages();
			const field = await composer();
			await fill(field, `${LONG_WORD} ${WORDS}`);
			await until(() => field.value.includes(LONG_WORD));
			await key('Enter');
			await main('[data-state=failed]');
			await press({ selector: '[data-state] button[aria-label]' });
			await fill(field, WORDS.repeat(5));
			await until(() => field.value.startsWith(WORDS));
		},
	},
	'files that wait to be sent, one that is refused, and the place to drop more': {
		channel: { enabledFeatures: ['attachments', 'emoji_picker'] },
		prepare: () => void chat.add(WORDS),
		async show() {
			await toMessages();
			drag('drop', makeText(LONG_FILE), new File(['<b>'], `${LONG_FILE}.html`, { type: 'text/html' }));
			await main('form [role=alert] li');
			await until(() => findNamed('ul', 'Files to send'));
			drag('dragenter', makeText(LONG_FILE));
			await frames(4);
		},
	},
	'files on their way, and one that the server does not take': {
		channel: { enabledFeatures: ['attachments', 'emoji_picker'] },
		prepare: () => void chat.add(WORDS),
		async show() {
			const { uploads, stop } = fakeUploads();
			stopFaking = stop;
			await toMessages();
			await attach(makeText(LONG_FILE), await makePicture(), makeText(`2_${LONG_FILE}`));
			await until(() => findNamed('ul', 'Files to send')?.children.length === 3);
			await press({ selector: 'main form button[type=submit]' });
			(await until(() => uploads[0])).answer({}, 413);
			(await until(() => uploads[1])).progress(0.42);
			await main('progress[value="0.42"]');
			await main('[data-state=failed]');
		},
	},
	'the emoji picker': {
		channel: { enabledFeatures: ['attachments', 'emoji_picker'] },
		prepare: () => void chat.add(WORDS),
		async show() {
			await toMessages();
			await press('Emoji');
			await until(() => document.querySelector('emoji-picker')?.shadowRoot?.querySelector('[role=menuitem]'));
		},
	},
	'the question whether to end': {
		channel: { enabledFeatures: ['end_conversation'], allowMessagesAfterResolved: false },
		prepare: () => void chat.add(WORDS),
		async show() {
			await toMessages();
			void store().set(requestEnd);
			await until(() => document.querySelectorAll('main button').length > 1);
		},
	},
	'the end, with a transcript and a rating': {
		channel: { enabledFeatures: ['end_conversation'], allowMessagesAfterResolved: false, csatSurveyEnabled: true },
		prepare() {
			chat.status = 'resolved';
			chat.add(WORDS);
			chat.add(WORDS, { content_type: 'input_csat' });
		},
		show: toMessages,
	},
	'the end, with the form for a transcript': {
		channel: { enabledFeatures: ['end_conversation'], allowMessagesAfterResolved: false },
		prepare() {
			chat.status = 'resolved';
			chat.add(WORDS);
		},
		async show() {
			await toMessages();
			await press('Request a conversation transcript');
			await press('Send transcript');
			await main('[aria-invalid=true]');
		},
	},
	'a video call': {
		prepare() {
			chat.add(WORDS, {
				content_type: 'integrations',
				content_attributes: { type: 'dyte', data: { meeting_id: 'm' } },
			});
			server.answer(`POST ${API}/integrations/dyte/add_participant_to_meeting`, () => ({
				url: `${location.origin}/hc/help/articles/room`,
			}));
		},
		async show() {
			await toMessages();
			await press('Click here to join');
			await until(() => document.querySelector('dialog[open] iframe'));
		},
	},
	'all that can be done, on a phone': {
		where: 'open',
		channel: { enabledFeatures: ['end_conversation'], websiteName: LONG_NAME },
		prepare: () => void chat.add(WORDS),
		async show() {
			store().set(updateHostFacts, { hasPopOutButton: true, isBubbleHidden: true });
			await toMessages();
			await press('More options');
			await until(() => document.querySelectorAll('header li button').length === 5);
		},
	},
	'all that can be done at home, on a phone': {
		where: 'open',
		channel: { websiteName: LONG_NAME },
		async show() {
			store().set(updateHostFacts, { hasPopOutButton: true, isBubbleHidden: true });
			await until(() => document.querySelectorAll('header button').length === 3);
		},
	},
	'a window of its own': {
		where: 'window',
		channel: { enabledFeatures: ['end_conversation', 'emoji_picker'], websiteName: LONG_NAME },
		prepare: () => void chat.add(WORDS),
		async show() {
			await toMessages();
			await until(() => document.querySelectorAll('header button').length === 3);
		},
	},
	'an alert, and a lost connection': {
		prepare: () => void chat.add(WORDS),
		async show() {
			await toMessages();
			store().set(showAlert, WORDS);
			await server.cut(60_000);
			await until(() => document.querySelector('[role=alert]') && document.querySelector('[role=status] p'));
		},
	},
	'a preview of unread messages': {
		where: 'closed',
		prepare() {
			for (const text of [WORDS.repeat(6), LONG_WORD, WORDS]) chat.add(text);
			server.answer(`GET ${API}/conversations`, () => ({
				id: 43,
				inbox_id: 3,
				contact_last_seen_at: 0,
				status: 'open',
			}));
		},
		channel: { websiteName: LONG_NAME },
		show: () => main('button'),
	},
	'a preview of a campaign': {
		where: 'closed',
		channel: { websiteName: LONG_NAME },
		async show() {
			const trigger_rules = { url: 'https://shop.example/', time_on_page: 0 };
			const message = `${LONG_WORD}\n\n**${WORDS.trim()}** [More](https://shop.example/)\n\n${WORDS.repeat(20)}`;
			const sender = { ...ADA, available_name: LONG_NAME };
			store().set(showCampaign, { id: 1, trigger_rules, trigger_only_during_business_hours: false, message, sender });
			store().set(followCampaign);
			await main('article button');
		},
	},
};

for (const [name, scene] of Object.entries(SCENES)) {
	test(`nothing is cut off or overlaps: ${name}`, async () => {
		await open(scene);
		await scene.show();
		const faults: string[] = [];
		for (const locale of LANGUAGES) {
			store().set(requestLocale, locale);
			await until(() => store().get(shownLocaleAtom) === locale);
			for (const fault of await findFaultsIn(SIZES, document.body, isComplete ? BOTH_THEMES : undefined))
				faults.push(`${locale}, ${fault}`);
		}
		assert.deepEqual(faults, []);
	});
}

async function open({ channel, prepare, isNew, where }: Scene): Promise<void> {
	await setViewport({ width: 400, height: 640 });
	prepare?.();
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	const hasHost = where === 'open' || where === 'closed';
	const query = new URLSearchParams({ ...(hasHost && { origin: 'https://shop.example', view: where }) });
	if (hasHost) Object.defineProperty(window, 'parent', { value: { postMessage: () => undefined }, configurable: true });
	if (where === 'window') window.name = popOutName('demo');
	const whole = { ...makePage().channel, ...channel };
	widget = boot(makePage({ channel: whole, session: isNew ? null : SESSION }), query, container);
	if (where !== 'closed') await until(() => document.querySelector('main'));
}

function store(): Widget['store'] {
	if (!widget) throw new Error('The chat is not open');
	return widget.store;
}

function composer(): Promise<HTMLTextAreaElement> {
	return until(() => document.querySelector<HTMLTextAreaElement>('textarea'));
}

function addEveryKind(): void {
	chat.add(LONG_WORD);
	chat.add(`**Bold**, \`code ${LONG_WORD}\`\n\n> ${WORDS}\n\n- one\n- two\n\n\`\`\`\n${LONG_WORD}\n\`\`\``);
	const question = chat.add(`See https://shop.example/${LONG_WORD}?${'x'.repeat(80)}`, { message_type: 0 });
	chat.add(WORDS.repeat(3), { content_attributes: { in_reply_to: question.id } });
	chat.add('', {
		attachments: [stored('file', `/missing/${LONG_FILE}`), stored('image', `/missing/${LONG_FILE}.png`)],
	});
	chat.add(WORDS, { message_type: 0, attachments: [stored('file', `/missing/${LONG_FILE}`)] });
	chat.add('', { attachments: [stored('audio', '/missing/song.ogg'), stored('video', '/missing/film.mp4')] });
	chat.add('', {
		attachments: [
			{
				id: 7,
				message_id: 1,
				account_id: 1,
				file_type: 'fallback',
				fallback_title: LONG_WORD,
				data_url: 'https://a.example/',
			},
			{
				id: 8,
				message_id: 1,
				account_id: 1,
				file_type: 'location',
				coordinates_lat: 52.5,
				coordinates_long: 13.4,
				fallback_title: LONG_NAME,
				data_url: null,
			},
		],
	});
	chat.add(`${LONG_NAME} has joined`, { message_type: 2 });
	chat.add('Join', { content_type: 'integrations', content_attributes: { type: 'dyte', data: { meeting_id: 'm' } } });
}

function addChoices(): void {
	const choice = (title: string) => ({ title, value: title });
	chat.add(WORDS, {
		content_type: 'input_select',
		content_attributes: { items: ['Yes', LONG_WORD, WORDS].map(choice) },
	});
	chat.add(WORDS, { content_type: 'input_email' });
	chat.add(WORDS, {
		content_type: 'cards',
		content_attributes: {
			items: [LONG_WORD, 'A cup'].map((title) => ({
				title,
				description: WORDS.trim(),
				media_url: '',
				actions: [
					{ type: 'link', text: LONG_WORD, uri: 'https://shop.example/' },
					{ type: 'postback', text: 'Put aside', payload: 'x' },
				],
			})),
		},
	});
	chat.add(WORDS, {
		content_type: 'article',
		content_attributes: { items: [{ title: LONG_WORD, description: WORDS.repeat(3), link: 'https://help.example/' }] },
	});
	chat.add(WORDS, {
		content_type: 'form',
		content_attributes: {
			button_label: LONG_WORD,
			items: [
				{ type: 'text', name: 'a', label: LONG_WORD, required: true },
				{ type: 'text_area', name: 'b', label: WORDS },
				{ type: 'select', name: 'c', label: 'Size', options: [{ label: LONG_WORD, value: 'l' }] },
			],
		},
	});
	chat.add('', { content_type: 'input_csat' });
}

let nextId = 100;

function stored(file_type: FileAttachment['file_type'], data_url: string): FileAttachment {
	nextId += 1;
	const identity = { id: nextId, message_id: 1, account_id: 1, extension: null, thumb_url: '' };
	return { ...identity, file_type, data_url, file_size: 3_000_000, width: null, height: null };
}

function listed(id: number, content: string): ListedConversation {
	const last_message: Message = {
		id: id * 100,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: NOW - 90_000,
		conversation_id: id,
		sender: {
			id: 5,
			name: LONG_NAME,
			available_name: LONG_NAME,
			avatar_url: '',
			type: 'user',
			availability_status: 'online',
			thumbnail: '',
		},
		sender_type: 'User',
	};
	const times = { created_at: NOW - 90_000, last_activity_at: NOW - 90_000, contact_last_seen_at: 0 };
	return { id, inbox_id: 3, status: 'resolved', ...times, last_message };
}

function portal(): NonNullable<Channel['portal']> {
	const nothing = { homepage_link: null, page_title: null, header_text: null };
	const config = { allowed_locales: ['en'], default_locale: 'en' };
	return { id: 1, account_id: 1, name: 'Help', slug: 'help', color: '#1f93ff', archived: false, config, ...nothing };
}

function FORM(): Channel['preChatFormOptions'] {
	const field = (changes: Partial<PreChatField>): PreChatField => ({
		field_type: 'contact_attribute',
		name: 'x',
		type: 'text',
		label: 'X',
		required: true,
		enabled: true,
		...changes,
	});
	const pre_chat_fields = [
		field({ field_type: 'standard', name: 'fullName', label: 'Full name', placeholder: WORDS }),
		field({ field_type: 'standard', name: 'emailAddress', type: 'email', label: LONG_WORD }),
		field({ field_type: 'standard', name: 'phoneNumber', label: 'Phone' }),
		field({ name: 'a', type: 'number', label: 'Pieces' }),
		field({ name: 'b', type: 'link', label: WORDS }),
		field({ name: 'c', type: 'date', label: 'Day' }),
		field({ name: 'd', type: 'list', label: 'Plan', values: [LONG_WORD, 'Pro'] }),
		field({ name: 'e', type: 'checkbox', label: `${LONG_WORD} ${WORDS}` }),
	];
	return { pre_chat_message: `${WORDS} ${LONG_WORD}`, pre_chat_fields, consent_required: true };
}

const TEAM: Agent[] = [LONG_NAME, 'Ada', 'Grace', 'Alan', 'Edsger'].map((name, index) => ({
	id: index + 5,
	name,
	avatar_url: '',
	availability_status: 'online',
}));

const ARTICLES = [LONG_WORD, WORDS, 'Kilns', 'Shipping', 'Returns', 'Care'].map((title, index) =>
	makeArticle(title, index, {
		description: WORDS.repeat(2),
		slug: `article-${index}`,
		link: `hc/help/articles/article-${index}`,
	}),
);
