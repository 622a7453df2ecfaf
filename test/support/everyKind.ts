/**
 * A database with data of every kind, made through the product itself, and everything that the API
 * answers of it.
 */
import { randomUUID } from 'node:crypto';
import { createPasswordHasher } from '../../src/server/base/passwordHash.ts';
import { DAY } from '#protocol/base/duration.ts';
import { randomToken } from '../../src/server/base/randomToken.ts';
import { actingAs, COMMAND_LINE } from '../../src/server/base/actor.ts';
import { createAttributeDefinition } from '../../src/server/domain/labels/editAttributeDefinition.ts';
import { changeMail } from '../../src/server/domain/receivers/changeMail.ts';
import { createLoginLink } from '../../src/server/domain/people/loginLink.ts';
import { addPushDevice } from '../../src/server/domain/people/pushDevices.ts';
import { setPassword } from '../../src/server/domain/people/setPassword.ts';
import { createPushKeys } from '../../src/server/push/pushKeys.ts';
import { openStore, type StoreOptions } from '../../src/server/store/store.ts';
import { beginConversation, call, createAgent, createVisitor, type Visitor } from '../server/api.ts';
import { png } from '../server/files/filesSamples.ts';
import { addBot, addCampaign, addChannel, addWebhook, changeChannel } from './channel.ts';
import { newPushSubscription } from './pushSubscription.ts';
import { SECRET_KEY, type TestServer } from './server.ts';

/** In everything that the visitor writes or is. */
export const MARK = 'quartz-heron';

/** Nothing listens there: what is to be posted waits. */
const NOWHERE = 'http://127.0.0.1:9/';

/** Messages with content of their own: type → attributes. */
export const KINDS = {
	input_select: { items: [{ title: 'Blue', value: 'blue' }] },
	form: { items: [{ type: 'text', name: 'size', label: 'Size' }] },
	cards: {
		items: [
			{ title: 'Cup', description: 'Blue', actions: [{ type: 'link', text: 'Look', uri: 'https://shop.example/cup' }] },
		],
	},
	article: { items: [{ title: 'Shipping', description: 'How', link: 'https://shop.example/shipping' }] },
};

/**
 * What owners set up, beside the demo's data that the server has already; it needs
 * `PRIVATE_WEBHOOKS`.
 */
export async function fillTeam(where: StoreOptions): Promise<void> {
	await addChannel(where, { name: 'Second', websiteToken: 'second' });
	await addBot(where, 'Robot', NOWHERE, 'second');
	await addWebhook(where, `${NOWHERE}hook`);
	await addCampaign(where, { message: 'Questions?', url: 'https://shop.example/*', senderId: 1 });
	await changeChannel(where, {
		inbox: {
			csat_survey_enabled: true,
			allow_messages_after_resolved: false,
			enable_auto_assignment: true,
			translations: { de: { welcome_title: 'Willkommen' } },
		},
	});
	const store = await openStore(where);
	try {
		await store.labels.insert(1, 'vip');
		await store.teams.addMembers((await store.teams.insert(1, 'returns')).id, [1]);
		const mail = { environment: { mayBePrivate: true }, secretKeys: [SECRET_KEY] } as const;
		const change = { sender: 'Shop <chat@shop.example>', dkim: { selector: 'chat' } };
		await actingAs(COMMAND_LINE, () => changeMail(store, change, mail));
		await store.unsubscriptions.add(1, 'unsubscribed@example.com');
		const letter = { inbox_id: 1, sender_hash: 'a hash', key: 'letter', mail: 'SGk=' };
		await store.receivedMails.add(letter, Date.now() + 86_400_000);
		await store.assignments.lockTurn(1);
		await actingAs(COMMAND_LINE, () =>
			createAttributeDefinition(store, 1, { attribute_key: 'plan', attribute_display_name: 'Plan' }),
		);
		await store.cannedResponses.insert(1, { short_code: 'hello', content: 'Good morning!' });
		const noor = await store.users.findByEmail('noor@example.com');
		if (!noor) throw new Error('The demo has a second agent');
		const query = { payload: [{ attribute_key: 'labels', filter_operator: 'equal_to', values: ['vip'] }] };
		const filter = { account_id: 1, user_id: noor.id, filter_type: 'conversation', shared: true, query } as const;
		await store.customFilters.insert({ ...filter, name: 'Important' });
		const noted = { account_id: 1, user_id: noor.id, contact_id: (await store.contacts.insert(1, 'Noted')).id };
		await store.contactNotes.insert({ ...noted, content: 'Pays in advance' });
		await setPassword(store, createPasswordHasher(), noor, { password: 'seven quiet herons' });
		await createLoginLink(store, noor, '');
		await store.setupTokens.insert('hash', Date.now() + DAY);
		await store.releasedScripts.keep({ version: '0.0.1', integrity: 'sha384-a', script: '' }, Date.now());
		const session = { token: randomToken(), device: 'Firefox on Linux', begunBy: 'link' } as const;
		const signIn = { kind: 'session', id: (await store.deskSessions.insert(noor.id, session)).id } as const;
		const subscription = newPushSubscription('https://push.example/1');
		await addPushDevice(store, { ...subscription, userId: noor.id, signIn, device: session.device });
		await createPushKeys(store.pushSubscriptions)();
	} finally {
		await store.close();
	}
}

/**
 * Two conversations of one visitor, with everything that can be in them, and what is to be told of
 * them.
 */
export async function fillVisitor(server: TestServer, where: StoreOptions): Promise<Visitor> {
	const agent = createAgent(server.origin, server.agentToken);
	const visitor = await createVisitor(server.origin);
	const contact = {
		name: MARK,
		email: `${MARK}@shop.example`,
		phone_number: '+4915112345678',
		custom_attributes: { note: MARK },
	};
	await succeed(visitor, 'contact', { method: 'PATCH', body: contact });
	const campaign = {
		campaign_id: 1,
		referer: 'https://shop.example/cups',
		initiated_at: { timestamp: 'Mon Jan 05 2026 10:30:00 GMT+0100' },
	};
	await succeed(visitor, 'events', { body: { name: 'webwidget.triggered', event_info: campaign } });
	await succeed(visitor, 'events', { body: { name: 'campaign.triggered', event_info: campaign } });
	const first = await beginConversation(visitor);
	await agent.call(`conversations/${first}/toggle_status`, { body: { status: 'resolved' } });

	const begun = await succeed<{ id: number }>(visitor, 'conversations', {
		body: { message: { content: `${MARK} 1` } },
	});
	const displayId = begun.id;
	await attach(server, visitor);
	await succeed(visitor, 'labels', { body: { label: 'vip' } });
	await succeed(visitor, 'conversations/set_custom_attributes', { body: { custom_attributes: { note: MARK } } });
	for (const [content_type, content_attributes] of Object.entries(KINDS)) {
		await agent.write(displayId, `${MARK} ${content_type}`, { content_type, content_attributes });
	}
	const question = (await visitor.messages()).find(({ content_type }) => content_type === 'input_select');
	const answer = { submitted_values: [{ title: 'Blue', value: 'blue' }] };
	await succeed(visitor, `messages/${question?.id}`, { method: 'PATCH', body: { message: answer } });
	await agent.write(displayId, `${MARK} note [@Ada](mention://user/1/Ada)`, { private: true });
	const wrong = await agent.write(displayId, `${MARK} wrong`);
	await agent.call(`conversations/${displayId}/messages/${wrong.id}`, { method: 'DELETE' });
	await succeed(visitor, 'messages', { body: { message: { content: `${MARK} reply`, reply_to: question?.id } } });
	await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
	const { uuid } = await agent.conversation(displayId);
	const survey = { message: { submitted_values: { csat_survey_response: { rating: 5, feedback_message: MARK } } } };
	const rated = await call(server.origin, `/public/api/v1/csat_survey/${uuid}`, { method: 'PUT', body: survey });
	if (rated.status !== 200) throw new Error(`csat_survey: ${rated.status} ${JSON.stringify(rated.body)}`);
	await agent.call(`contacts/${visitor.contactId}/labels`, { body: { labels: ['vip'] } });
	await agent.write(displayId, `${MARK} stream`, { content_attributes: { streaming: true } });
	// Nobody is online to whom it could be assigned.
	await agent.call(`conversations/${displayId}/assignments`, { body: { assignee_id: 0 } });
	await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
	await giveOneUp(where);
	await keepCode(where, visitor);
	return visitor;
}

async function succeed<T>(visitor: Visitor, ...request: Parameters<Visitor['call']>): Promise<T> {
	const { status, body } = await visitor.call<T>(...request);
	if (status >= 300) throw new Error(`${request[0]}: ${status} ${JSON.stringify(body)}`);
	return body;
}

async function attach(server: TestServer, visitor: Visitor): Promise<void> {
	const form = new FormData();
	form.append('message[echo_id]', randomUUID());
	form.append('message[content]', `${MARK} file`);
	form.append('message[attachments][]', new File([png(2, 2)], `${MARK}.png`, { type: 'image/png' }));
	const address = new URL('/api/v1/widget/messages?website_token=demo', server.origin);
	const headers = { 'X-Auth-Token': visitor.authToken };
	const response = await fetch(address, { method: 'POST', headers, body: form });
	if (!response.ok) throw new Error(`messages: ${response.status} ${await response.text()}`);
}

/** As if the visitor had asked for a code: the server may have no mail server. */
async function keepCode(where: StoreOptions, { pubsubToken }: Visitor): Promise<void> {
	const store = await openStore(where);
	try {
		const session = await store.sessions.findByPubsubToken(pubsubToken);
		if (!session) throw new Error('The visitor has a session');
		const code = { email: `${MARK}@shop.example`, code_hash: 'hash', expires_at: Date.now() + DAY };
		await store.emailCodes.put({ ...code, contact_inbox_id: session.id });
	} finally {
		await store.close();
	}
}

/** So that there are both: what waits, and what was given up. */
async function giveOneUp(where: StoreOptions): Promise<void> {
	const store = await openStore(where);
	try {
		const [due] = await store.deliveries.listDue(Date.now() + 86_400_000, [], 1);
		if (!due) throw new Error('Nothing is to be delivered');
		await store.deliveries.giveUp(due, 'status 410', Date.now());
		const conversation_id = due.conversation_id ?? 1;
		for (const key of ['posted', 'waiting'])
			await store.receivedMails.add({ conversation_id, key, mail: 'SGk=' }, Date.now() + 86_400_000);
		const waiting = await store.receivedMails.listDue(Date.now() + 2 * 86_400_000, 3);
		const posted = waiting.find((mail) => mail.conversation_id !== null);
		if (posted) await store.receivedMails.settle(posted.id);
	} finally {
		await store.close();
	}
}

/** By what was asked: what the visitor, the team and the public are answered. */
export type Answers = Record<string, unknown>;

export async function readEveryKind(server: TestServer, visitorToken: string): Promise<Answers> {
	const visitor = await createVisitor(server.origin, visitorToken);
	const agent = createAgent(server.origin, server.agentToken);
	const answers: Answers = {};
	const keep = async (name: string, asking: Promise<{ status: number; body: unknown }>): Promise<void> => {
		const { status, body } = await asking;
		if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
		answers[name] = body;
	};
	for (const path of ['contact', 'conversations', 'conversations/history', 'messages?after=0', 'campaigns'])
		await keep(`visitor ${path}`, visitor.call(path));
	const displayIds = new Set<number>();
	for (const { id } of (
		await agent.call<{ data: { payload: { id: number }[] } }>('conversations?status=all')
	).body.data.payload.toSorted((one, other) => one.id - other.id))
		displayIds.add(id);
	for (const id of displayIds)
		for (const path of [`conversations/${id}`, `conversations/${id}/messages?after=0`])
			await keep(`agent ${path}`, agent.call(path));
	for (const path of [
		'conversations?status=all',
		'conversations/meta?status=all',
		'inboxes',
		'inbox_members/1',
		'agents',
		'campaigns',
		'portals',
		'notifications?includes[]=read',
		'portals/help/categories',
		'portals/help/articles',
		'agents/1/access_tokens',
		'agent_bots/1/access_tokens',
	])
		await keep(`agent ${path}`, agent.call(path));
	const { uuid } = await agent.conversation(Math.max(...displayIds));
	await keep('public survey', call(server.origin, `/public/api/v1/csat_survey/${uuid}`));
	await keep('public articles', call(server.origin, '/hc/help/en/articles.json'));
	await keep('public channel', call(server.origin, '/widget/channel.json?website_token=demo'));
	return answers;
}
