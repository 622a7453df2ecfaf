/**
 * The desk at every size, in several languages: nothing is cut off, overlaps or is too small. Its
 * two themes differ in colours only.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { catalogs } from 'catalogs:desk';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { isComplete } from '../support/isComplete.ts';
import { LONG_FILE, LONG_NAME, LONG_WORD } from '../widget/extremes.ts';
import { fakeUploads } from '../widget/fakeUploads.ts';
import { attach, makeText } from '../widget/files.ts';
import { findFaultsIn } from '../widget/overflow.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { NO_CONVERSATIONS, startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, hasText, until } from './page.ts';
import { AGENT, makeConversation, makeInbox, makeMessage, ACCESS_TOKEN, PROFILE, VISITOR } from './samples.ts';
import { activateLocale } from './activateLocale.ts';

const ACCOUNT = '/api/v1/accounts/1';
const SIZES = [
	[1280, 720],
	[720, 640],
	[320, 568],
] as const;

const WORDS = 'The glaze is food safe, and the plates go into the dishwasher.';

const address = location.href;
const server = startFakeServer();
const agent = { ...PROFILE, available_name: LONG_NAME };
const sender = { ...VISITOR, name: LONG_NAME };

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	const longest = makeConversation({
		unread_count: 120,
		last_non_activity_message: makeMessage({ content: `${WORDS} ${LONG_WORD}` }),
		labels: [LONG_WORD, 'plates'],
		priority: 'urgent',
		additional_attributes: {
			browser: { browser_name: 'Firefox', browser_version: '140', platform_name: 'Linux', platform_version: null },
			browser_language: 'pt-BR',
			referer: `https://shop.example/${LONG_WORD}`,
		},
	});
	longest.meta.sender = { ...longest.meta.sender, name: LONG_NAME, email: `${LONG_WORD}@visitor.example` };
	longest.meta.assignee = {
		id: AGENT.id,
		account_id: 1,
		name: LONG_NAME,
		available_name: LONG_NAME,
		email: PROFILE.email,
		role: 'agent',
		thumbnail: '',
		availability_status: 'online',
		auto_offline: false,
		confirmed: true,
	};
	const short = makeConversation({ id: 2, last_activity_at: 1 });
	const list = (payload: TeamConversation[]) => ({
		data: { meta: { ...NO_CONVERSATIONS, unassigned_count: 4_321, all_count: 12_345 }, next_cursor: null, payload },
	});
	server.answer('GET /api/v1/profile', () => {
		throw 401;
	});
	server.answer('POST /auth/desk_session', ({ body }) => {
		if (body['access_token'] !== ACCESS_TOKEN) throw 401;
		return agent;
	});
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) =>
		list(query.has('updated_within') || query.get('status') === 'resolved' ? [] : [longest, short]),
	);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [1, 2].map((id) => makeInbox({ id, name: LONG_NAME, website_token: `token-${id}` })),
	}));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: [{ id: 1, title: LONG_WORD, description: null, color: '#aa3366', show_on_sidebar: true }],
	}));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, ({ query }) => ({
		meta: {},
		payload: query.has('after') ? [] : MESSAGES,
	}));
	server.answer(`POST ${ACCOUNT}/conversations/1/update_last_seen`, () => ({ ...longest, unread_count: 0 }));
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);

	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	await import('../../src/desk/main.ts');
});

after(async () => {
	server.stop();
	document.documentElement.dir = 'ltr';
	// The runner needs its own address in the page again.
	history.replaceState(null, '', address);
	await setViewport({ width: 800, height: 600 });
});

/** Scene → function that brings it on the screen, in this order; resolves when it is there. */
const SCENES: Record<string, () => Promise<unknown>> = {
	async 'signing in, in vain'() {
		await enterToken('wrong');
		await until(() => document.querySelector('[role=alert]'));
	},
	async 'the conversations'() {
		await enterToken(ACCESS_TOKEN);
		await until(() => document.querySelectorAll('nav li > a').length === 2);
	},
	async 'a password that is refused'() {
		await chooseInAgentMenu('Password');
		const next = await until(() => document.querySelector<HTMLInputElement>('dialog [name=new-password]'));
		await fill(next, 'qwertyuiopasdfghjkl');
		await key('Enter');
		await until(() => document.querySelector('dialog [role=alert]'));
	},
	async 'a conversation, and what is known of its visitor'() {
		await key('Escape');
		await press({ selector: 'nav a' });
		await until(() => document.querySelector('[role=log]')?.textContent.includes('The last one'));
		if (!findNamed('aside', 'Visitor details')) await press('Details');
		await until(() => findNamed('aside', 'Visitor details'));
		server.push('presence.update', { account_id: 1, users: {}, contacts: { [VISITOR.id]: 'online' } });
		const conversation = { id: 1 } as never;
		server.push('conversation.typing_on', { conversation, user: sender, is_private: false, account_id: 1 });
		await until(() => hasText('is typing'));
	},
	async 'files on their way, to be sent, and refused'() {
		await press('Details');
		const { uploads, stop } = fakeUploads();
		await attach(makeText(LONG_FILE), makeText(`2_${LONG_FILE}`));
		await until(() => findNamed('button', `Remove ${LONG_FILE}`));
		const field = await until(() => document.querySelector('textarea'));
		await fill(field, `${WORDS} ${LONG_WORD}`);
		await key('Enter');
		(await until(() => uploads[0])).answer(
			{ message: 'file type not supported', attributes: ['attachments.file'] },
			422,
		);
		(await until(() => uploads[1])).progress(0.42);
		await until(() => document.querySelector('progress[value="0.42"]'));
		stop();
		await attach(makeText(LONG_FILE), new File(['MZ'], `${LONG_FILE}.exe`, { type: 'application/x-msdownload' }));
		await until(() => document.querySelector('form [role=alert]')?.textContent.includes('.exe'));
	},
	async 'a conversation that does not exist, and a lost connection'() {
		location.hash = '#/conversations/99';
		await until(() => hasText('This conversation does not exist, or you have no access to its website.'));
		await server.cut(60_000);
		await until(() => hasText('Connection lost. Reconnecting…'));
	},
};

for (const [name, show] of Object.entries(SCENES)) {
	test(`nothing is cut off or overlaps: ${name}`, async () => {
		await activateLocale([catalogs], 'en');
		await setViewport({ width: 1280, height: 720 });
		await show();
		const faults: string[] = [];
		// Languages with long words and long labels, and one with short ones.
		for (const locale of isComplete ? ['en', 'ar', 'de', 'pl', 'sv', 'zh_CN', 'pseudo'] : ['ar', 'de', 'pseudo']) {
			await activateLocale([catalogs], locale);
			for (const fault of await findFaultsIn(SIZES)) faults.push(`${locale}, ${fault}`);
			// On the narrowest phone as well, the places stand in one line.
			const height = document.querySelector('header:has(ul)')?.clientHeight ?? 0;
			if (name === 'the conversations' && height > 60) faults.push(`${locale}, the bar above is ${height} px high`);
		}
		assert.deepEqual(faults, []);
	});
}

function stored(id: number, file_type: FileAttachment['file_type'], data_url: string): FileAttachment {
	const identity = { id, message_id: 1, account_id: 1, extension: null, thumb_url: '' };
	return { ...identity, file_type, data_url, file_size: 3_000_000, width: null, height: null };
}

const FROM_TEAM = { message_type: 1, sender: { ...AGENT, name: LONG_NAME }, sender_type: 'User' } as const;
const MESSAGES = [
	makeMessage({ id: 1, sender, content: LONG_WORD }),
	makeMessage({ id: 2, ...FROM_TEAM, content: `**${WORDS}** \`${LONG_WORD}\`\n\n> ${WORDS}\n\n- one\n- two` }),
	makeMessage({ id: 3, ...FROM_TEAM, private: true, content: `${WORDS} https://shop.example/${LONG_WORD}` }),
	makeMessage({ id: 4, sender, content: WORDS, attachments: [stored(1, 'file', `/files/${LONG_FILE}`)] }),
	makeMessage({ id: 5, message_type: 2, content: `${LONG_NAME} has joined` }),
	makeMessage({
		id: 6,
		...FROM_TEAM,
		content: WORDS,
		content_type: 'form',
		content_attributes: {
			items: [{ type: 'text', name: 'size', label: LONG_WORD }],
			submitted_values: [{ name: 'size', value: LONG_WORD }],
		},
	}),
	makeMessage({ id: 7, sender, content: 'The last one' }),
];
