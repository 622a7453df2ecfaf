import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { Message, TeamConversation } from '#protocol/entities/entities.ts';
import { fakeUploads } from '../widget/fakeUploads.ts';
import { attach, drag, paste } from '../widget/files.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { NO_CONVERSATIONS, startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, findTokenField, hasText, inFacts, says, until } from './page.ts';
import { AGENT, makeConversation, makeInbox, makeMessage, ACCESS_TOKEN, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const LIST = `GET ${ACCOUNT}/conversations`;
const MIRA = `GET ${ACCOUNT}/conversations/1/messages`;
const SEND = `POST ${ACCOUNT}/conversations/1/messages`;
const JONAS = `GET ${ACCOUNT}/conversations/2/messages`;
const NOW = 1_767_600_000;
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation({
	unread_count: 2,
	last_non_activity_message: makeMessage({ content: 'Is it dishwasher safe?' }),
});
const jonas = makeConversation({
	id: 2,
	meta: { ...mira.meta, sender: { ...mira.meta.sender, id: 18, name: 'Jonas Vik' } },
	campaign: { id: 3, title: 'Prices, spring' },
	last_activity_at: NOW - 60,
	last_non_activity_message: makeMessage({
		id: 2,
		conversation_id: 2,
		content: 'Sent on Monday',
		message_type: 1,
		sender: AGENT,
		sender_type: 'User',
		sender_id: AGENT.id,
	}),
});
/** Began while the desk was not connected. */
const hana = {
	...jonas,
	id: 3,
	meta: { ...jonas.meta, sender: { ...jonas.meta.sender, id: 19, name: 'Hana Sato' } },
};

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	// A conversation stays after it is resolved (resolving.browser.test.ts has the other way).
	localStorage.setItem('live-chat-widget:resolving:desk', '{"goesOn":false}');
	server.answer('POST /auth/desk_session', ({ body }) => {
		const isLink = body['sso_auth_token'] === 'once' && body['email'] === 'ada@team.example';
		if (!isLink && body['access_token'] !== ACCESS_TOKEN) throw 401;
		return PROFILE;
	});
	server.answer(LIST, ({ query }) => list(isOfOpen(query) ? [jonas, mira] : []));
	server.answer(MIRA, ({ query }) => ({
		meta: {},
		payload: query.has('after') ? [] : [makeMessage({ content: 'Is it dishwasher safe?' })],
	}));
	server.answer(JONAS, () => ({ meta: {}, payload: [] }));
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => ({ ...mira, unread_count: 0 }));
	server.answer(`POST ${ACCOUNT}/conversations/1/update_last_seen`, () => ({ ...mira, unread_count: 0 }));
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);

	endDesk = await beginDesk(server);
});

after(() => {
	endDesk();
	localStorage.clear();
});

test('a login link signs in and is removed from the address at once', async () => {
	await until(() => hasText('Mira Okonkwo'));
	assert.equal(location.hash, '');
	assert.ok(server.calls.includes('POST /auth/desk_session'));
});

test('the list shows conversations, newest activity first, with preview and unread count', () => {
	const rows = [...document.querySelectorAll('nav a')].map((row) => row.textContent);
	assert.match(rows[0] ?? '', /Mira Okonkwo.*Is it dishwasher safe\?.*2 unread messages/);
	assert.match(rows[1] ?? '', /Jonas Vik.*You: Sent on Monday/);
	assert.equal(document.title, '(2) Agent desk');
});

test('arrow keys move through the list', async () => {
	const [first, second] = document.querySelectorAll<HTMLElement>('nav a');
	first?.focus();
	await key('ArrowDown');
	assert.equal(document.activeElement, second);
	await key('Home');
	assert.equal(document.activeElement, first);
});

test('opening a conversation shows it, marks it as read, and focuses the composer', async () => {
	await press({ selector: 'nav a' });
	const log = await until(() => document.querySelector('[role=log]'));
	await until(() => log.textContent.includes('Is it dishwasher safe?'));
	await until(() => document.title === 'Agent desk');
	assert.equal(document.activeElement?.tagName, 'TEXTAREA');
	assert.ok(findNamed('section', 'Conversation with Mira Okonkwo'));
});

test('axe finds nothing on the page', async () => {
	await axeFindsNothing();
});

test('Shift+Enter breaks the line, Enter sends, and the stored message replaces the pending one', async () => {
	const answered = Promise.withResolvers<Message>();
	let echoId: unknown;
	server.answer(SEND, ({ body }) => {
		echoId = body['echo_id'];
		return answered.promise;
	});
	const field = composer();
	await fill(field, 'Yes:\nin the machine too');
	assert.equal(field.value, 'Yes:\nin the machine too');
	await key('Enter');
	await until(() => logText().includes('Sending…'));
	assert.match(logText(), /Yes:\s+in the machine too/);
	assert.equal(composer().value, '');
	const stored = fromTeam({ id: 10, content: 'Yes:\nin the machine too', echo_id: String(echoId) });
	server.push('message.created', stored);
	answered.resolve(stored);
	await until(() => !logText().includes('Sending…'));
	assert.equal(logText().split('in the machine too').length, 2, 'it is there once');
});

test('a message that fails shows "Couldn\'t send, try again" and is sent again with the same echo id', async () => {
	const names: unknown[] = [];
	server.answer(SEND, ({ body }) => {
		names.push(body['echo_id']);
		if (names.length === 1) throw 500;
		return fromTeam({ id: 11, content: 'We ship on Monday', echo_id: String(body['echo_id']) });
	});
	await fill(composer(), 'We ship on Monday');
	await key('Enter');
	await until(() => logText().includes("Couldn't send, try again"));
	const again = await until(() => findNamed('button', 'Send message again'));
	await press(again);
	await until(() => !logText().includes("Couldn't send") && names.length === 2);
	assert.equal(document.activeElement, log());
	assert.equal(names[0], names[1]);
	assert.ok(logText().includes('We ship on Monday'));
});

test('a text that the server refuses can be deleted, and goes where its conversation is deleted', async () => {
	server.answer(SEND, () => {
		throw 422;
	});
	await fill(composer(), 'Refused');
	await key('Enter');
	const remove = await until(() => findNamed('button', 'Delete'));
	await press(remove);
	await until(() => !logText().includes('Refused'));
	assert.equal(document.activeElement, log());
});

test('a message that is held back by the rate limit says so, and is sent by itself', async () => {
	let attempts = 0;
	server.answer(SEND, ({ body }) => {
		if (++attempts === 1) return new Response('Retry later', { status: 429, headers: { 'Retry-After': '1' } });
		return fromTeam({ id: 14, content: 'One of many', echo_id: String(body['echo_id']) });
	});
	await fill(composer(), 'One of many');
	await key('Enter');
	const notice = 'Too many messages at once. This one will be sent shortly.';
	await until(() => logText().includes(notice));
	await until(() => !logText().includes(notice) && !logText().includes('Sending…'));
	assert.equal(logText().split('One of many').length, 2, 'it is there once');
});

test('the send button leaves the cursor in the text, and does nothing while nothing can be seen of that', async () => {
	server.answer(SEND, ({ body }) =>
		fromTeam({ id: 11, content: 'We ship on Monday', echo_id: String(body['echo_id']) }),
	);
	await fill(composer(), 'By the button');
	const send = await until(() => findNamed('button[aria-disabled=false]', 'Send'));
	const sent = countCalls(SEND);
	await press(send);
	assert.equal(document.activeElement, composer());
	await until(() => send.ariaDisabled === 'true');
	send.focus();
	await key('Enter');
	await until(() => !logText().includes('Sending…'));
	await fill(composer(), '\u200b \u3164');
	await key('Enter');
	assert.equal(send.ariaDisabled, 'true');
	await fill(composer(), '');
	assert.equal(countCalls(SEND), sent + 1);
});

test('a private note is sent as one, and the visitor sees no typing indicator', async () => {
	let sent: Record<string, unknown> = {};
	server.answer(SEND, ({ body }) => {
		sent = body;
		return fromTeam({ id: 12, content: 'A regular', private: true, echo_id: String(body['echo_id']) });
	});
	await press('Private note');
	const field = await until(() => findNamed<HTMLTextAreaElement>('textarea', 'Write a note that only the team sees'));
	const typingCalls = () => server.calls.filter((name) => name.endsWith('toggle_typing_status')).length;
	const before = typingCalls();
	await fill(field, 'A regular');
	await key('Enter');
	await until(() => logText().includes('A regular') && sent['private'] === true);
	assert.equal(typingCalls(), before);
	await press('Reply');
});

test('the visitor is told when the agent types and stops', async () => {
	const told: unknown[] = [];
	server.answer(
		`POST ${ACCOUNT}/conversations/1/toggle_typing_status`,
		({ body }) => void told.push(body['typing_status']),
	);
	await fill(composer(), 'We');
	await fill(composer(), '');
	await until(() => told.length === 2);
	assert.deepEqual(told, ['on', 'off']);
});

test('a typing indicator shows that the visitor types, until their message arrives', async () => {
	const user = { ...VISITOR };
	const conversation = { id: 1 } as never;
	server.push('conversation.typing_on', { conversation, user, is_private: false, account_id: 1 });
	await until(() => logText().includes('Mira Okonkwo is typing'));
	server.push('message.created', makeMessage({ id: 13, content: 'Great, thanks', created_at: NOW + 20 }));
	await until(() => logText().includes('Great, thanks'));
	assert.ok(!logText().includes('is typing'));
});

test('a dot shows which visitors are online', async () => {
	server.push('presence.update', { account_id: 1, users: {}, contacts: { [VISITOR.id]: 'online' } });
	await until(() => document.querySelector('nav a')?.textContent.includes('Online'));
	server.push('presence.update', { account_id: 1, users: {}, contacts: {} });
	await until(() => !document.querySelector('nav a')?.textContent.includes('Online'));
});

test('after a lost connection every message is there once and in order', async () => {
	let asked: string | null = null;
	server.answer(MIRA, ({ query }) => {
		if (query.has('before')) return { meta: {}, payload: [] };
		asked = query.get('after');
		return {
			meta: {},
			payload: [
				makeMessage({ id: 13, content: 'Great, thanks', created_at: NOW + 20 }),
				makeMessage({ id: 14, content: 'Missed one', created_at: NOW + 30 }),
				makeMessage({ id: 15, content: 'Missed two', created_at: NOW + 40 }),
			],
		};
	});
	let isTold = false;
	void says('Connection lost').then(() => (isTold = true));
	await server.cut();
	await until(() => logText().includes('Missed two'));
	assert.equal(asked, '13');
	assert.match(logText(), /Great, thanks[^]*Missed one[^]*Missed two/);
	assert.equal(logText().split('Great, thanks').length, 2);
	await until(server.isHeard);
	assert.equal(isTold, false, 'a loss that is soon over');
});

test('a connection that is lost again before it caught up leaves no gap', async () => {
	const late = Promise.withResolvers<{ meta: object; payload: Message[] }>();
	const asked: (string | null)[] = [];
	server.answer(MIRA, ({ query }) => {
		if (query.has('before')) return { meta: {}, payload: [] };
		asked.push(query.get('after'));
		return asked.length === 1
			? late.promise
			: { meta: {}, payload: [makeMessage({ id: 17, content: 'Missed later', created_at: NOW + 60 })] };
	});
	await server.cut();
	await until(() => asked.length === 1);
	await server.cut();
	late.resolve({ meta: {}, payload: [makeMessage({ id: 16, content: 'Missed at first', created_at: NOW + 50 })] });
	await until(() => logText().includes('Missed later'));
	assert.match(logText(), /Missed at first[^]*Missed later/);
	assert.deepEqual(asked[0], '15');
});

test('a message that is deleted while the page with it is on its way stays deleted', async () => {
	const late = Promise.withResolvers<{ meta: object; payload: Message[] }>();
	const missed = makeMessage({ id: 18, content: 'Missed and deleted', created_at: NOW + 65 });
	let asked = 0;
	server.answer(MIRA, ({ query }) => {
		if (query.get('after') !== '17') return { meta: {}, payload: [] };
		asked += 1;
		return late.promise;
	});
	await server.cut();
	await until(() => asked > 0 && server.isHeard());
	server.push('message.updated', { ...missed, content: 'Gone', content_attributes: { deleted: true } });
	server.push('message.created', makeMessage({ id: 19, content: 'After it', created_at: NOW + 66 }));
	await until(() => logText().includes('After it'));
	const unheard = makeMessage({ id: 20, content: 'In the page alone', created_at: NOW + 67 });
	late.resolve({ meta: {}, payload: [missed, unheard] });
	await until(() => logText().includes('In the page alone'));
	assert.ok(logText().includes('This message was deleted') && !logText().includes('Missed and deleted'));
});

test('what was deleted and read while the connection was lost shows in the conversation afterwards', async () => {
	const missed = makeMessage({ id: 15, content: 'Missed two', created_at: NOW + 40 });
	server.answer(MIRA, ({ query }) => {
		const [after, before] = [Number(query.get('after')), Number(query.get('before'))];
		const isKnownAgain = after <= missed.id && before > missed.id;
		return { meta: {}, payload: isKnownAgain ? [{ ...missed, content_attributes: { deleted: true } }] : [] };
	});
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => ({
		...mira,
		unread_count: 0,
		contact_last_seen_message_id: 1_000,
	}));
	assert.ok(logText().includes('Missed two'));
	await server.cut();
	await until(() => logText().includes('This message was deleted') && !logText().includes('Missed two'));
	await until(() => logText().includes('Read'));
	assert.match(logText(), /Missed one[^]*Missed later/);
});

test('a conversation that is opened while the desk catches up stays whole', async () => {
	const shown = `GET ${ACCOUNT}/conversations/1`;
	const late = Promise.withResolvers<TeamConversation>();
	server.answer(shown, () => late.promise);
	server.answer(JONAS, () => ({
		meta: {},
		payload: [fromTeam({ id: 2, conversation_id: 2, content: 'Sent on Monday' })],
	}));
	const [asked, read] = [countCalls(shown), countCalls(MIRA)];
	await server.cut();
	await until(() => countCalls(shown) > asked);
	await press(rowOf('Jonas Vik'));
	await until(() => logText().includes('Sent on Monday'));
	late.resolve({ ...mira, unread_count: 0 });
	await until(() => countCalls(MIRA) > read && server.isHeard());
	server.push(
		'message.created',
		makeMessage({ id: 20, conversation_id: 2, content: 'And on Friday?', created_at: NOW + 70 }),
	);
	await until(() => logText().includes('And on Friday?'));
	assert.match(logText(), /Sent on Monday[^]*And on Friday/);
	server.answer(JONAS, () => ({ meta: {}, payload: [] }));
	// What catches up forgets the conversations that are not shown.
	const later = makeMessage({ id: 17, content: 'Missed later', created_at: NOW + 60 });
	server.answer(MIRA, ({ query }) => ({ meta: {}, payload: query.has('after') ? [] : [later] }));
	await press(rowOf('Mira Okonkwo'));
	await until(() => logText().includes('Missed later'));
});

test('a conversation that was deleted while the connection was lost leaves the list', async () => {
	assert.ok(hasText('Jonas Vik'));
	server.answer(LIST, ({ query }) => list(isOfOpen(query) ? [mira] : []));
	await server.cut();
	await until(() => !hasText('Jonas Vik'));
	assert.ok(hasText('Mira Okonkwo'));
	server.answer(LIST, ({ query }) => list(isOfOpen(query) ? [jonas, mira] : []));
	await server.cut();
	await until(() => hasText('Jonas Vik'));
});

test('a device that slept asks for all that changed since the server was last heard of', async () => {
	const hours = 8 * 3600;
	let asked = 0;
	server.answer(LIST, ({ query }) => {
		asked = Math.max(asked, Number(query.get('updated_within')));
		return list(isOfOpen(query) ? [jonas, mira] : []);
	});
	const { now } = Date;
	Date.now = () => now() + hours * 1000;
	await server.cut();
	try {
		await until(() => asked > 0);
	} finally {
		Date.now = now;
	}
	assert.ok(asked >= hours, String(asked));
});

test('the list is loaded again after the server has ended the connection, since it may have lost events', async () => {
	let isReload: boolean | undefined;
	server.answer(LIST, ({ query }) => {
		// What follows may ask for what has changed since.
		isReload ??= !query.has('updated_within');
		return list(isOfOpen(query) ? [hana] : []);
	});
	server.end();
	await until(() => hasText('Hana Sato') && !hasText('Jonas Vik'));
	assert.ok(isReload);
	server.answer(LIST, ({ query }) => list(isOfOpen(query) ? [jonas, mira] : []));
	server.end();
	await until(() => hasText('Jonas Vik') && !hasText('Hana Sato'));
});

test('the list is loaded again after an absence with more changes than one answer holds', async () => {
	let isMiraRead = false;
	server.answer(LIST, ({ query }) => {
		if (query.has('updated_within')) throw 422;
		return list(isOfOpen(query) ? [hana] : []);
	});
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => {
		isMiraRead = true;
		return mira;
	});
	const names = () => document.querySelector('nav')?.textContent ?? '';
	assert.ok(names().includes('Jonas Vik'));
	const before = document.querySelector('[role=log]');
	await server.cut();
	await until(() => names().includes('Hana Sato'));
	// Another agent has resolved it meanwhile.
	assert.ok(!names().includes('Jonas Vik'));
	assert.ok(isMiraRead);
	assert.equal(document.querySelector('[role=log]'), before, 'what the agent reads stays');

	server.answer(LIST, ({ query }) => list(query.get('status') === 'resolved' ? [] : [jonas, mira]));
	await server.cut();
	await until(() => names().includes('Jonas Vik'));
	server.push('contact.deleted', { id: 19, account_id: 1, conversation_ids: [3] });
	await until(() => !names().includes('Hana Sato'));
});

test('an agent who gets another website sees its conversations, and those of one that is taken away no longer', async () => {
	const names = () => document.querySelector('nav')?.textContent ?? '';
	const give = (websites: number[], conversations: TeamConversation[]) => {
		const payload = websites.map((id) => makeInbox({ id, name: `Website ${id}`, website_token: `website-${id}` }));
		server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload }));
		server.answer(LIST, ({ query }) => list(isOfOpen(query) ? conversations : []));
		server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '1' } });
	};
	give([1, 2], [hana, mira]);
	await until(() => names().includes('Hana Sato') && !names().includes('Jonas Vik'));
	give([1], [jonas, mira]);
	await until(() => names().includes('Jonas Vik') && !names().includes('Hana Sato'));
});

test('an agent whose role or availability was changed elsewhere sees it without a reload', async () => {
	const own = (role: string, availability: string) =>
		server.answer('GET /api/v1/profile', () => ({
			...PROFILE,
			role,
			accounts: [{ ...PROFILE.accounts[0], role, availability }],
		}));
	own('administrator', 'online');
	server.push('account.cache_invalidated', { account_id: 1, cache_keys: { inbox: '2' } });
	await until(() => findNamed('header a', 'Reports'));
	own('agent', 'busy');
	server.push('presence.update', { account_id: 1, users: { [AGENT.id]: 'busy' }, contacts: {} });
	await until(() => findNamed('header button', 'Ada Busy') && !findNamed('header a', 'Reports'));
});

test('the list continues where its last page ended', async () => {
	const asked: (string | null)[] = [];
	const names = () => document.querySelector('nav')?.textContent ?? '';
	server.answer(LIST, ({ query }) => {
		if (query.has('updated_within')) throw 422;
		asked.push(query.get('cursor'));
		return query.has('cursor') ? list([jonas]) : list([mira], '5.1');
	});
	await server.cut();
	await until(() => !names().includes('Jonas Vik'));
	await press('Show more');
	await until(() => names().includes('Jonas Vik'));
	assert.deepEqual(asked, [null, '5.1']);
	assert.equal(findNamed('button', 'Show more'), undefined);
	server.answer(LIST, ({ query }) => list(query.get('status') === 'resolved' ? [] : [jonas, mira]));
});

test("the visitor's files can be opened, and answers to questions are shown beside them", async () => {
	const attachment = {
		id: 5,
		message_id: 20,
		account_id: 1,
		file_type: 'file',
		extension: null,
		data_url: '/files/signed/order%20list.pdf',
		thumb_url: '',
		file_size: 2048,
		width: null,
		height: null,
	} as const;
	server.push(
		'message.created',
		makeMessage({ id: 20, content: null, attachments: [attachment], created_at: NOW + 70 }),
	);
	const link = await until(() => findNamed<HTMLAnchorElement>('a', 'Download: order list.pdf'));
	assert.equal(new URL(link.href).pathname, '/files/signed/order%20list.pdf');
	assert.match(document.querySelector('nav a')?.textContent ?? '', /File Attachment/);
	server.push(
		'message.created',
		fromTeam({
			id: 21,
			created_at: NOW + 80,
			content: 'Which size?',
			content_type: 'form',
			content_attributes: {
				items: [{ type: 'text', name: 'size', label: 'Size' }],
				submitted_values: [{ name: 'size', value: 'Large' }],
			},
		}),
	);
	await until(() => logText().includes('Size: Large'));
});

test('files can be chosen, pasted and dropped; refused ones say why, and chosen ones can be removed', async () => {
	await attach(new File(['plates'], 'plates.pdf', { type: 'application/pdf' }));
	await until(() => findNamed('button', 'Remove plates.pdf'));
	paste(new File(['cup'], 'cup.png', { type: 'image/png' }));
	await until(() => findNamed('button', 'Remove cup.png'));
	drag('dragenter', new File([''], 'kiln.txt', { type: 'text/plain' }));
	await until(() => hasText('Drop files here to attach them'));
	drag('drop', new File(['kiln'], 'kiln.txt', { type: 'text/plain' }));
	await until(() => findNamed('button', 'Remove kiln.txt'));
	assert.ok(!hasText('Drop files here to attach them'));

	await attach(new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }));
	await until(() => document.querySelector('form [role=alert]')?.textContent.includes('setup.exe'));
	assert.match(document.querySelector('form [role=alert]')?.textContent ?? '', /Files of this type cannot be sent/);
	await attach(new File([new ArrayBuffer(40 * 1024 * 1024 + 1)], 'film.mp4', { type: 'video/mp4' }));
	await until(() => document.querySelector('form [role=alert]')?.textContent.includes('film.mp4'));
	assert.match(
		document.querySelector('form [role=alert]')?.textContent ?? '',
		/File exceeds the 40 MB attachment limit/,
	);
	for (const name of ['cup.png', 'kiln.txt']) {
		await press(`Remove ${name}`);
		await until(() => !findNamed('button', `Remove ${name}`));
	}
	assert.equal(document.activeElement, composer());
	assert.equal(document.querySelectorAll('form [aria-label="Files to send"] li').length, 1);
});

test('each file is uploaded in turn as a message of its own, shows its progress, and says when the server refuses it', async () => {
	const { uploads, stop } = fakeUploads();
	await attach(new File(['cup'], 'cup.png', { type: 'image/png' }));
	await until(() => findNamed('button', 'Remove cup.png'));
	await fill(composer(), 'Both of them');
	await key('Enter');
	const plates = await until(() => uploads[0]);
	await until(() => findNamed('button', 'Cancel the upload of cup.png'));
	assert.equal(composer().value, '');
	assert.equal(document.querySelector('form [aria-label="Files to send"]'), null);
	assert.equal(plates.field('content'), 'Both of them');
	assert.equal((plates.field('attachments[]') as File).name, 'plates.pdf');
	plates.progress(0.4);
	await until(() => document.querySelector('progress[aria-label="plates.pdf 40%"]'));
	assert.equal(uploads.length, 1, 'a small file does not overtake the text');

	plates.answer(
		fromTeam({
			id: 31,
			content: 'Both of them',
			echo_id: plates.field('echo_id') as string,
			attachments: [
				{
					id: 9,
					message_id: 31,
					account_id: 1,
					file_type: 'file',
					extension: null,
					data_url: `${location.origin}/files/abc/plates.pdf`,
					thumb_url: '',
					file_size: 6,
					width: null,
					height: null,
				},
			],
		}),
	);
	await until(() => document.querySelector('a[aria-label="Download: plates.pdf"]'));
	const cup = await until(() => uploads[1]);
	assert.equal(cup.field('content'), '');
	cup.answer({ message: 'file type not supported', attributes: ['attachments.file'] }, 422);
	await until(() => logText().includes('Files of this type cannot be sent'));
	assert.equal(findNamed('button', 'Send message again'), undefined, 'trying again would not help');
	await press('Remove cup.png');
	await until(() => !logText().includes('cup.png'));

	await attach(new File(['film'], 'film.mp4', { type: 'video/mp4' }));
	await until(() => findNamed('button', 'Remove film.mp4'));
	await key('Enter');
	await until(() => uploads[2]);
	const cancel = await until(() => findNamed('button', 'Cancel the upload of film.mp4'));
	await press(cancel);
	await until(() => !logText().includes('film.mp4'));
	assert.equal(document.activeElement, log());
	assert.equal(uploads.at(-1)?.outcome, 'aborted');
	stop();
});

test('a text and a file that the network lost are sent again, once each, when it is back', async () => {
	const { uploads, stop } = fakeUploads();
	const names: unknown[] = [];
	server.answer(SEND, ({ body }) => {
		names.push(body['echo_id']);
		if (names.length === 1) throw new TypeError('the network is lost');
		return fromTeam({ id: 32, content: 'Written in a tunnel', echo_id: String(body['echo_id']) });
	});
	await fill(composer(), 'Written in a tunnel');
	await key('Enter');
	await until(() => names.length === 1);
	await attach(new File(['map'], 'map.pdf', { type: 'application/pdf' }));
	await until(() => findNamed('button', 'Remove map.pdf'));
	await key('Enter');
	await until(() => findNamed('button', 'Cancel the upload of map.pdf'));
	assert.ok(!logText().includes("Couldn't send"), 'the agent has to do nothing');

	const lost = await untilBack(() => uploads[0]);
	lost.cut();
	const again = await untilBack(() => uploads[1]);
	assert.equal(again.field('echo_id'), lost.field('echo_id'));
	again.answer(fromTeam({ id: 33, content: '', echo_id: again.field('echo_id') as string, attachments: [] }));
	await until(() => !logText().includes('Sending…') && !logText().includes('map.pdf'));
	assert.equal(names.length, 2);
	assert.equal(names[0], names[1]);
	assert.equal(logText().split('Written in a tunnel').length, 2, 'it is there once');
	stop();
});

test("a message that got a proxy's page as an answer is kept, and sent again", async () => {
	const names: unknown[] = [];
	server.answer(SEND, ({ body }) => {
		names.push(body['echo_id']);
		if (names.length === 1) return new Response('<html>We will be back soon</html>');
		return fromTeam({ id: 35, content: 'Written before lunch', echo_id: String(body['echo_id']) });
	});
	await fill(composer(), 'Written before lunch');
	await key('Enter');
	await until(() => names.length === 1);
	await untilBack(() => names.length === 2);
	await until(() => !logText().includes('Sending…'));
	assert.equal(names[0], names[1]);
	assert.equal(logText().split('Written before lunch').length, 2, 'it is there once');
});

test('a message that got no answer is sent again when the connection is back', async () => {
	const { timeout } = AbortSignal;
	AbortSignal.timeout = () => timeout.call(AbortSignal, 50);
	server.answer(SEND, () => new Promise<never>(() => undefined));
	await fill(composer(), 'Is this line dead?');
	await key('Enter');
	await until(() => logText().includes("Couldn't send, try again"));
	AbortSignal.timeout = timeout;
	server.answer(SEND, ({ body }) =>
		fromTeam({ id: 34, content: 'Is this line dead?', echo_id: String(body['echo_id']) }),
	);
	await server.cut();
	await until(() => !logText().includes("Couldn't send") && !logText().includes('Sending…'));
	assert.equal(logText().split('Is this line dead?').length, 2, 'it is there once');
});

test('a conversation resolves once however often the button is pressed, keeps the focus, reopens, and the list follows', async () => {
	const route = `POST ${ACCOUNT}/conversations/1/toggle_status`;
	const held = Promise.withResolvers<void>();
	server.answer(route, async ({ body }) => {
		await held.promise;
		return { payload: { success: true, conversation_id: 1, current_status: body['status'], snoozed_until: null } };
	});
	const resolve = await until(() => findNamed('button', 'Resolve'));
	await press(resolve);
	await until(() => resolve.ariaDisabled === 'true');
	await key('Enter');
	held.resolve();
	const reopen = await until(() => findNamed('button:not([aria-disabled])', 'Reopen'));
	assert.equal(document.activeElement, reopen);
	assert.equal(countCalls(route), 1);
	assert.equal(document.querySelectorAll('nav a').length, 1);
	await press(reopen);
	await until(() => findNamed('button', 'Resolve'));
	assert.equal(document.querySelectorAll('nav a').length, 2);
});

test('on a phone, an error of the status button does not break the words beside it', async () => {
	await setViewport({ width: 360, height: 640 });
	const heights = () =>
		[...document.querySelectorAll('section header :is(h2, p, button)')].map(({ clientHeight }) => clientHeight);
	const before = heights();
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_status`, () => {
		throw 500;
	});
	await press('Resolve');
	await until(() => findNamed('[role=alert]', 'That did not work. Try again.'));
	assert.deepEqual(heights(), before);
	await setViewport({ width: 800, height: 600 });
});

test('a message, a list and a conversation without an answer can be tried again', async () => {
	const { timeout } = AbortSignal;
	AbortSignal.timeout = () => timeout.call(AbortSignal, 50);
	for (const route of [SEND, LIST, JONAS]) server.answer(route, () => new Promise<never>(() => undefined));
	await fill(composer(), 'Anyone there?');
	await key('Enter');
	await choose('Status', 'Any status');
	await until(() => logText().includes("Couldn't send, try again"));
	await until(() => hasText('The conversations could not be loaded.'));
	location.hash = '#/conversations/2';
	await until(() => hasText('The messages could not be loaded.'));
	AbortSignal.timeout = timeout;

	server.answer(LIST, () => list([jonas, mira]));
	server.answer(JONAS, () => ({ meta: {}, payload: [] }));
	server.answer(SEND, ({ body }) => fromTeam({ id: 39, content: 'Anyone there?', echo_id: String(body['echo_id']) }));
	for (const box of ['nav', '[role=log]']) {
		const again = await until(() => findNamed(`${box} button`, 'Try again'));
		await press(again);
		await until(() => !again.isConnected);
		assert.ok(document.activeElement?.closest(box), `the focus stays in ${box}`);
	}
	await until(() => !hasText('could not be loaded.') && !hasText('Loading…'));
	await choose('Status', 'Open');
	location.hash = '#/conversations/1';
	await press('Send message again');
	await until(() => logText().includes('Anyone there?') && !findNamed('button', 'Send message again'));
});

test('the facts about the visitor can be folded and unfolded', async () => {
	const toggle = await until(() => findNamed('button', 'Details'));
	if (toggle.ariaExpanded === 'false') await press(toggle);
	const facts = await until(() => findNamed('aside', 'Visitor details'));
	assert.ok(facts.textContent.includes('mira@visitor.example'));
	assert.ok(!facts.textContent.includes('Campaign'), 'she began it herself');
	await press(inFacts('Close'));
	await until(() => !findNamed('aside', 'Visitor details'));
});

test('what an agent does with a conversation stays in one line where the window is narrow', async () => {
	const details = await until(() => findNamed('button', 'Details'));
	const status = document.querySelector('section header form button') ?? assert.fail('no button of the status');
	for (const width of [1280, 1024, 900, 768]) {
		await setViewport({ width, height: 640 });
		const [one, other] = [details, status].map((button) => button.getBoundingClientRect());
		assert.ok(one && other && one.top < other.bottom && other.top < one.bottom, `at ${width}`);
	}
	await setViewport({ width: 800, height: 600 });
});

test('a long message in the other writing direction shows its beginning', async () => {
	server.push(
		'message.created',
		makeMessage({ id: 40, conversation_id: 2, content: 'Where is my order? '.repeat(20), created_at: NOW + 40 }),
	);
	document.documentElement.dir = 'rtl';
	const words = await until(() =>
		[...document.querySelectorAll('nav a bdi')].find(({ textContent }) => textContent.startsWith('Where is my order?')),
	);
	const beginning = document.createRange();
	beginning.setStart(words.firstChild ?? words, 0);
	beginning.setEnd(words.firstChild ?? words, 5);
	const { left, right } = beginning.getBoundingClientRect();
	const row = words.closest('a')?.getBoundingClientRect();
	assert.ok(row && left >= row.left && right <= row.right && right > left, `it begins at ${left}`);
	document.documentElement.dir = 'ltr';
});

test('the list says what a message without words shows', async () => {
	const facts = { conversation_id: 2, content: '', message_type: 1, sender: AGENT, sender_type: 'User' } as const;
	for (const [id, content_type, item, words] of [
		[41, 'article', { title: 'Caring for glaze', link: 'https://shop.example/care' }, 'Caring for glaze'],
		[42, 'form', { type: 'text', name: 'size', label: 'Which size?' }, 'Which size?'],
	] as const) {
		const content_attributes = { items: [item] };
		server.push(
			'message.created',
			makeMessage({ ...facts, id, content_type, content_attributes, created_at: NOW + id }),
		);
		await until(() => findRow('Jonas Vik')?.textContent.includes(words));
	}
});

test('the thread says which campaign began the conversation', async () => {
	location.hash = '#/conversations/2';
	await until(() => findNamed('section', 'Conversation with Jonas Vik'));
	const toggle = await until(() => findNamed('button', 'Details'));
	if (toggle.ariaExpanded === 'false') await press(toggle);
	const facts = await until(() => findNamed('aside', 'Visitor details'));
	const name = [...facts.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Campaign');
	assert.equal(name?.nextElementSibling?.textContent, 'Prices, spring');
});

test('on a phone, the focus returns from a conversation to its row', async () => {
	await setViewport({ width: 360, height: 640 });
	const back = await until(() => findNamed('a', 'Back to the conversations'));
	// What is known of the visitor lies over the thread here.
	await press(inFacts('Close'));
	await press(back);
	const row = await until(() => findRow('Jonas Vik'));
	await until(() => document.activeElement === row);
	await setViewport({ width: 800, height: 600 });
});

test('an address of a conversation that was deleted, or is of a website that the agent does not see, says so', async () => {
	for (const status of [404, 401, 403]) {
		server.answer(`GET ${ACCOUNT}/conversations/${status}`, () => {
			throw status;
		});
		location.hash = `#/conversations/${status}`;
		await until(() => server.calls.includes(`GET ${ACCOUNT}/conversations/${status}`));
		await until(() => !hasText('Loading…'));
		assert.ok(hasText('This conversation does not exist, or you have no access to its website.'));
		assert.equal(findNamed('button', 'Try again'), undefined);
		assert.ok(findNamed('a', 'Back to the conversations'));
	}
});

test('an address of a conversation that fails to load says so, and can be tried again', async () => {
	server.answer(`GET ${ACCOUNT}/conversations/99`, () => {
		throw 500;
	});
	location.hash = '#/conversations/99';
	await until(() => hasText('This conversation could not be loaded.'));
	const again = await until(() => findNamed('button', 'Try again'));
	server.answer(`GET ${ACCOUNT}/conversations/99`, () => ({ ...jonas, id: 99 }));
	server.answer(`GET ${ACCOUNT}/conversations/99/messages`, () => ({ meta: {}, payload: [] }));
	await press(again);
	await until(() => findNamed('section', 'Conversation with Jonas Vik'));
});

test('what waits for a conversation goes with it', async () => {
	server.answer(SEND, () => {
		throw 422;
	});
	location.hash = '#/conversations/1';
	await until(() => findNamed('section', 'Conversation with Mira Okonkwo'));
	await fill(composer(), 'Refused as well');
	await key('Enter');
	await until(() => findNamed('button', 'Delete'));
	const isKept = () => Object.values<unknown>(localStorage).some((text) => String(text).includes('Refused as well'));
	assert.ok(isKept());
	server.push('conversation.deleted', { id: 1, account_id: 1 });
	await until(() => !isKept());
});

test('signing out forgets everything and asks for an access token', async () => {
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	assert.ok(!hasText('Mira Okonkwo'));
	assert.equal(document.title, 'Agent desk');
	await enterToken('wrong');
	await until(() => hasText('This access token is not valid.'));
	await enterToken(ACCESS_TOKEN);
	await until(() => hasText('Mira Okonkwo'));
	await chooseInAgentMenu('Sign out');
});

test('an answer that arrives after signing out is not shown to the next agent, who still gets their own', async () => {
	const late = Promise.withResolvers<void>();
	let isNext = false;
	server.answer('POST /auth/desk_session', ({ body }) => {
		isNext = body['access_token'] === 'access-2';
		return PROFILE;
	});
	server.answer(LIST, async ({ query }) => {
		const isOfNext = isNext;
		if (isOfOpen(query)) return list([mira]);
		if (!isOfNext) await late.promise;
		return list(isOfNext ? [{ ...jonas, status: 'resolved' }] : []);
	});
	server.answer(MIRA, async () => {
		const isOfNext = isNext;
		if (!isOfNext) await late.promise;
		return { meta: {}, payload: [makeMessage({ content: isOfNext ? 'Read anew' : 'Read before' })] };
	});
	location.hash = '#/conversations/1';
	await signIn('access-1');
	await until(() => document.querySelector('[role=log][aria-busy=true]'));
	await choose('Status', 'Resolved');
	await until(() => hasText('Loading…'));
	await chooseInAgentMenu('Sign out');
	late.resolve();
	await signIn('access-2');
	await until(() => logText().includes('Read anew'));
	assert.ok(!logText().includes('Read before'));
	await choose('Status', 'Resolved');
	await until(() => document.querySelector('nav')?.textContent.includes('Jonas Vik'));
	await chooseInAgentMenu('Sign out');
});

/** Lets the network return until the page has done what waited for it. */
function untilBack<T>(look: () => T | undefined): Promise<T> {
	return until(() => {
		dispatchEvent(new Event('online'));
		return look();
	});
}

async function signIn(accessToken: string): Promise<void> {
	await enterToken(accessToken);
	await until(() => findNamed('button', 'Sign out'));
}

function list(payload: TeamConversation[], next_cursor: string | null = null) {
	return {
		data: { meta: NO_CONVERSATIONS, next_cursor, payload },
	};
}

/**
 * Whether the query is for the list of open conversations, and neither for resolved ones nor for
 * recent changes.
 */
function isOfOpen(query: URLSearchParams): boolean {
	return query.get('status') === 'open';
}

function composer(): HTMLTextAreaElement {
	const field = document.querySelector('textarea');
	assert.ok(field);
	return field;
}

function log(): HTMLElement | null {
	return document.querySelector('[role=log]');
}

function logText(): string {
	return log()?.innerText ?? '';
}

/** The row of a visitor's conversation. */
const rowOf = (name: string) => ({ selector: 'nav a', text: name });

function findRow(name: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('nav a')].find(({ textContent }) => textContent.includes(name));
}

function countCalls(route: string): number {
	return server.calls.filter((call) => call === route).length;
}

function fromTeam(facts: Parameters<typeof makeMessage>[0]) {
	return makeMessage({
		message_type: 1,
		sender: AGENT,
		sender_type: 'User',
		sender_id: AGENT.id,
		created_at: NOW + (facts?.id ?? 0),
		...facts,
	});
}
