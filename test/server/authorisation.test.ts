/**
 * Who may call what of the team's API: every route by every kind of caller (docs/application-api.md, Refusals). A route
 * without a row does not compile.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Route } from '#protocol/routes.ts';
import { randomToken } from '../../src/server/base/randomToken.ts';
import { createAccessToken, revokeAccessToken } from '../../src/server/domain/manageAccessTokens.ts';
import { addAgent } from '../../src/server/domain/agents.ts';
import { createChannel } from '../../src/server/domain/editChannel.ts';
import type { TokenOwner } from '../../src/server/store/accessTokens.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { newPushSubscription } from '../support/pushSubscription.ts';
import { startHostedServer } from '../support/hostedServer.ts';
import type { TestServer } from '../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from './api.ts';

const ACCOUNT = 1;

/** The callers, each with a token; their names say what they are to the conversation's website. */
const CALLERS = [
	'administrator',
	'member',
	'agent of another website',
	'administrator of another account',
	'bot',
	'bot of another website',
	'bot without a website',
	'expired',
	'revoked',
	'visitor',
	'anonymous',
] as const;
type Caller = (typeof CALLERS)[number];

const ADMINISTRATORS: readonly Caller[] = ['administrator'];
const MEMBERS: readonly Caller[] = ['administrator', 'member'];
const AGENTS: readonly Caller[] = ['administrator', 'member', 'agent of another website'];
const USERS: readonly Caller[] = [...AGENTS, 'administrator of another account'];
const MEMBERS_AND_BOT: readonly Caller[] = ['administrator', 'member', 'bot'];

interface Request {
	params?: Record<string, string | number>;
	query?: string;
	body?: object;
}

interface Row {
	allowed: readonly Caller[];
	/** A valid request for the route; made for each caller, since some requests delete what they name. */
	request: () => Promise<Request> | Request;
	/** The status of the answer to a permitted caller, if that is no success. */
	answer?: number;
}

describe('who may do what of the team', () => {
	let server: TestServer;
	let store: Store;
	let administrator: Agent;
	let conversation: number;
	let contact: number;
	let memberId: number;
	let botId: number;
	const tokens = new Map<Caller, string>();

	before(async () => {
		server = await startHostedServer();
		store = await openStore({ dataDir: server.dataDir });
		administrator = createAgent(server.origin, server.agentToken);
		const visitor = await createVisitor(server.origin);
		conversation = await beginConversation(visitor);
		contact = visitor.contactId;
		tokens.set('administrator', server.agentToken).set('visitor', visitor.authToken);
		await store.transaction(async (repositories) => {
			const demo = await repositories.channels.findByWebsiteToken('demo');
			const own = demo?.inbox.id ?? assert.fail();
			const other = (await createChannel(repositories, { accountId: ACCOUNT, settings: { name: 'Other' } })).inbox.id;
			const elsewhere = (await repositories.accounts.insert('Elsewhere')).id;
			const add = async (caller: Caller, accountId: number, role: 'agent' | 'administrator') => {
				const user = await addAgent(repositories, accountId, {
					name: caller,
					email: `${randomToken()}@x.example`,
					role,
				});
				tokens.set(caller, (await createAccessToken(repositories, { user_id: user.id }, { name: 'test' })).token);
				return user.id;
			};
			memberId = await add('member', ACCOUNT, 'agent');
			await repositories.channels.addMember(own, memberId);
			await repositories.channels.addMember(other, await add('agent of another website', ACCOUNT, 'agent'));
			await add('administrator of another account', elsewhere, 'administrator');
			const former = { user_id: 1 };
			// No call makes one that has expired.
			const expired = randomToken();
			await repositories.accessTokens.insert(former, { name: 'expired', token: expired, expiresAt: Date.now() - 1 });
			const revoked = await createAccessToken(repositories, former, { name: 'revoked' });
			await revokeAccessToken(repositories, former, revoked.row.id);
			tokens.set('expired', expired).set('revoked', revoked.token);
			const addBot = async (caller: Caller, inboxId: number | undefined) => {
				const bot = await repositories.bots.insert({
					accountId: ACCOUNT,
					name: caller,
					secret: randomToken(),
					outgoingUrl: undefined,
				});
				if (inboxId !== undefined) await repositories.channels.update(inboxId, { inbox: { agent_bot_id: bot.id } });
				botId = bot.id;
				tokens.set(caller, (await createAccessToken(repositories, { agent_bot_id: bot.id }, { name: 'test' })).token);
			};
			await addBot('bot', own);
			await addBot('bot of another website', other);
			await addBot('bot without a website', undefined);
		});
	});
	after(async () => {
		await store.close();
		await server.stop();
	});

	const create = async (path: string, body: object) => {
		const answer = await administrator.call<{ id?: number; payload?: { id: number } }>(path, { body });
		assert.equal(answer.status, 200, JSON.stringify(answer.body));
		return answer.body.id ?? answer.body.payload?.id ?? assert.fail();
	};
	const newToken = async (owner: TokenOwner) => (await createAccessToken(store, owner, { name: 'test' })).row.id;
	const ofConversation = (body?: object) => () => ({ params: { id: conversation }, ...(body ? { body } : {}) });
	const ofVisitorsMessage = (body?: object) => () => ({
		params: { id: conversation, message_id: 1 },
		...(body ? { body } : {}),
	});
	const newSlug = () => `new-${randomToken().replaceAll(/[^a-z0-9]/g, '')}`;
	const campaign = { title: 'Spring', message: 'Hello', inbox_id: 1, trigger_rules: { url: 'https://shop.example/' } };
	const article = { title: 'Shipping', content: 'Text', author_id: 1 };
	const ofPortal = (body?: object) => () => ({ params: { slug: 'help' }, ...(body ? { body } : {}) });
	const ofArticle = (body?: object) => async () => ({
		params: { slug: 'help', id: await create('portals/help/articles', article) },
		...(body ? { body } : {}),
	});
	const ofCategory = (body?: object) => async () => ({
		params: {
			slug: 'help',
			id: await create('portals/help/categories', { name: 'New', slug: newSlug(), locale: 'en' }),
		},
		...(body ? { body } : {}),
	});
	const ofContact = (body?: object) => async () => ({
		params: { id: (await store.contacts.insert(ACCOUNT, 'Somebody')).id },
		...(body ? { body } : {}),
	});
	const ofLabel = (body?: object) => async () => ({
		params: { id: await create('labels', { title: newSlug() }) },
		...(body ? { body } : {}),
	});
	const ofCannedResponse = (body?: object) => async () => ({
		params: { id: await create('canned_responses', { short_code: newSlug(), content: 'Hello' }) },
		...(body ? { body } : {}),
	});
	const newHook = () => `https://hook.example/${newSlug()}`;
	const ofWebhook = (body?: object) => async () => {
		type Created = { payload: { webhook: { id: number } } };
		const created = await administrator.call<Created>('webhooks', { body: { url: newHook() } });
		return { params: { id: created.body.payload.webhook.id }, ...(body ? { body } : {}) };
	};
	const newDefinition = () => ({ attribute_key: newSlug(), attribute_display_name: 'Plan' });
	const ofDefinition = (body?: object) => async () => ({
		params: { id: await create('custom_attribute_definitions', newDefinition()) },
		...(body ? { body } : {}),
	});
	const ofCampaign = (body?: object) => async () => ({
		params: { id: await create('campaigns', campaign) },
		...(body ? { body } : {}),
	});

	/** In one transaction, before the server delivers it. */
	const giveUpDelivery = () =>
		store.transaction(async ({ deliveries }) => {
			const subject = newSlug();
			await deliveries.insert({
				receiver_type: 'bot',
				receiver_id: botId,
				conversation_id: null,
				contact_inbox_id: null,
				subject,
				event: 'webwidget_triggered',
				payload: '{}',
			});
			const waiting = await deliveries.listDue(Date.now(), [], 100);
			const due = waiting.find(({ queue }) => queue.endsWith(subject)) ?? assert.fail();
			await deliveries.giveUp(due, 'status 410', Date.now());
			return due.id;
		});

	/** `signOut` has a test of its own. */
	const ROWS: Record<Exclude<keyof typeof applicationRoutes, 'signOut'>, Row> = {
		listConversations: { allowed: AGENTS, request: () => ({}) },
		countConversations: { allowed: AGENTS, request: () => ({}) },
		showConversation: { allowed: MEMBERS, request: ofConversation() },
		listMessages: { allowed: MEMBERS, request: ofConversation() },
		createMessage: { allowed: MEMBERS_AND_BOT, request: ofConversation({ content: 'Hello' }) },
		// The message is the visitor's, so that its writing is not found.
		appendToMessage: { allowed: MEMBERS_AND_BOT, request: ofVisitorsMessage({ content: 'More' }), answer: 404 },
		finishMessage: { allowed: MEMBERS_AND_BOT, request: ofVisitorsMessage(), answer: 404 },
		deleteMessage: {
			allowed: MEMBERS,
			request: async () => ({
				params: { id: conversation, message_id: (await administrator.write(conversation, 'Wrong')).id },
			}),
		},
		// The message is not about a call, which permitted callers are told.
		joinCall: {
			allowed: MEMBERS,
			request: async () => ({ body: { message_id: (await administrator.write(conversation, 'No call')).id } }),
			answer: 422,
		},
		toggleStatus: { allowed: MEMBERS_AND_BOT, request: ofConversation({ status: 'open' }) },
		toggleTypingStatus: { allowed: MEMBERS, request: ofConversation({ typing_status: 'on' }) },
		updateLastSeen: { allowed: MEMBERS, request: ofConversation({}) },
		assignConversation: { allowed: MEMBERS_AND_BOT, request: () => ofConversation({ assignee_id: memberId })() },
		updateConversation: { allowed: MEMBERS_AND_BOT, request: ofConversation({ priority: 'low' }) },
		togglePriority: { allowed: MEMBERS_AND_BOT, request: ofConversation({ priority: null }) },
		listConversationLabels: { allowed: MEMBERS, request: ofConversation() },
		setConversationLabels: { allowed: MEMBERS, request: ofConversation({ labels: ['vip'] }) },
		setTeamAttributes: { allowed: MEMBERS, request: ofConversation({ custom_attributes: { plan: 'pro' } }) },
		createTeamConversation: {
			allowed: MEMBERS_AND_BOT,
			request: () => ({ body: { inbox_id: 1, contact_id: contact } }),
		},
		viewConversation: { allowed: MEMBERS, request: ofConversation({ viewing: true }) },
		sendTeamTranscript: {
			allowed: MEMBERS,
			request: () => ofConversation({ email: `${newSlug()}@x.example` })(),
		},
		markUnread: { allowed: MEMBERS, request: ofConversation({}) },
		muteConversation: { allowed: MEMBERS, request: ofConversation({}) },
		unmuteConversation: { allowed: MEMBERS, request: ofConversation({}) },
		search: { allowed: AGENTS, request: () => ({}) },
		searchConversations: { allowed: AGENTS, request: () => ({}) },
		searchContacts: { allowed: AGENTS, request: () => ({}) },
		searchMessages: { allowed: AGENTS, request: () => ({}) },
		findContacts: { allowed: AGENTS, request: () => ({}) },
		listContacts: { allowed: AGENTS, request: () => ({}) },
		showContact: { allowed: AGENTS, request: ofContact() },
		createContact: { allowed: AGENTS, request: () => ({ body: { name: 'New' } }) },
		updateContact: { allowed: AGENTS, request: ofContact({ name: 'Other' }) },
		deleteContact: { allowed: ADMINISTRATORS, request: ofContact() },
		destroyContactAttributes: { allowed: AGENTS, request: ofContact({ custom_attributes: ['plan'] }) },
		mergeContacts: {
			allowed: AGENTS,
			request: async () => ({
				body: {
					base_contact_id: (await store.contacts.insert(ACCOUNT, 'One')).id,
					mergee_contact_id: (await store.contacts.insert(ACCOUNT, 'Other')).id,
				},
			}),
		},
		revokeContactSessions: { allowed: ADMINISTRATORS, request: ofContact() },
		exportContact: { allowed: ADMINISTRATORS, request: ofContact() },
		exportContacts: { allowed: ADMINISTRATORS, request: () => ({}) },
		// There is no such file, which permitted callers are told.
		importContacts: { allowed: ADMINISTRATORS, request: () => ({ body: { import_file: 'none' } }), answer: 422 },
		listContactLabels: { allowed: AGENTS, request: ofContact() },
		setContactLabels: { allowed: AGENTS, request: ofContact({ labels: ['vip'] }) },
		listContactConversations: { allowed: AGENTS, request: ofContact() },
		listLabels: { allowed: AGENTS, request: () => ({}) },
		showLabel: { allowed: ADMINISTRATORS, request: ofLabel() },
		createLabel: { allowed: ADMINISTRATORS, request: () => ({ body: { title: newSlug() } }) },
		updateLabel: { allowed: ADMINISTRATORS, request: ofLabel({ color: '#ff0000' }) },
		deleteLabel: { allowed: ADMINISTRATORS, request: ofLabel() },
		listWebhooks: { allowed: ADMINISTRATORS, request: () => ({}) },
		createWebhook: { allowed: ADMINISTRATORS, request: () => ({ body: { url: newHook() } }) },
		updateWebhook: { allowed: ADMINISTRATORS, request: ofWebhook({ subscriptions: ['message_created'] }) },
		changeWebhookSecret: { allowed: ADMINISTRATORS, request: ofWebhook() },
		deleteWebhook: { allowed: ADMINISTRATORS, request: ofWebhook() },
		listBots: { allowed: AGENTS, request: () => ({}) },
		showBot: { allowed: AGENTS, request: () => ({ params: { id: botId } }) },
		createBot: { allowed: ADMINISTRATORS, request: () => ({ body: { name: newSlug() } }) },
		updateBot: { allowed: ADMINISTRATORS, request: () => ({ params: { id: botId }, body: {} }) },
		changeBotSecret: {
			allowed: ADMINISTRATORS,
			request: async () => ({ params: { id: await create('agent_bots', { name: newSlug() }) } }),
		},
		deleteBot: {
			allowed: ADMINISTRATORS,
			request: async () => ({ params: { id: await create('agent_bots', { name: newSlug() }) } }),
		},
		showInboxBot: { allowed: MEMBERS, request: () => ({ params: { id: 1 } }) },
		// The bot is told of nothing, so that it cannot answer first, which permitted callers are told.
		setInboxBot: {
			allowed: ADMINISTRATORS,
			request: () => ({ params: { id: 1 }, body: { agent_bot: botId } }),
			answer: 422,
		},
		listAttributeDefinitions: { allowed: AGENTS, request: () => ({}) },
		showAttributeDefinition: { allowed: AGENTS, request: ofDefinition() },
		createAttributeDefinition: { allowed: AGENTS, request: () => ({ body: newDefinition() }) },
		updateAttributeDefinition: { allowed: AGENTS, request: ofDefinition({ attribute_display_name: 'Plan' }) },
		deleteAttributeDefinition: { allowed: AGENTS, request: ofDefinition() },
		listCannedResponses: { allowed: AGENTS, request: () => ({}) },
		createCannedResponse: { allowed: AGENTS, request: () => ({ body: { short_code: newSlug(), content: 'Hello' } }) },
		updateCannedResponse: { allowed: AGENTS, request: ofCannedResponse({ content: 'Good morning' }) },
		deleteCannedResponse: { allowed: AGENTS, request: ofCannedResponse() },
		listInboxes: { allowed: AGENTS, request: () => ({}) },
		listTexts: { allowed: AGENTS, request: () => ({ query: '?locale=de' }) },
		createInbox: { allowed: ADMINISTRATORS, request: () => ({ body: { name: 'New' } }) },
		updateInbox: { allowed: ADMINISTRATORS, request: () => ({ params: { id: 1 }, body: { locale: 'en' } }) },
		changeIdentityKey: { allowed: ADMINISTRATORS, request: () => ({ params: { id: 1 } }) },
		deleteInbox: {
			allowed: ADMINISTRATORS,
			request: async () => ({ params: { id: await create('inboxes', { name: 'Short' }) } }),
		},
		showInbox: { allowed: MEMBERS, request: () => ({ params: { id: 1 } }) },
		listTeamCampaigns: { allowed: ADMINISTRATORS, request: () => ({}) },
		showCampaign: { allowed: ADMINISTRATORS, request: ofCampaign() },
		createCampaign: { allowed: ADMINISTRATORS, request: () => ({ body: campaign }) },
		updateCampaign: { allowed: ADMINISTRATORS, request: ofCampaign({ enabled: false }) },
		deleteCampaign: { allowed: ADMINISTRATORS, request: ofCampaign() },
		listPortals: { allowed: AGENTS, request: () => ({}) },
		showPortal: { allowed: AGENTS, request: ofPortal() },
		createPortal: {
			allowed: ADMINISTRATORS,
			request: () => ({ body: { name: 'New', slug: newSlug() } }),
		},
		updatePortal: { allowed: ADMINISTRATORS, request: ofPortal({ page_title: 'Help' }) },
		listCategories: { allowed: AGENTS, request: ofPortal() },
		createCategory: {
			allowed: ADMINISTRATORS,
			request: () => ({
				params: { slug: 'help' },
				body: { name: 'New', slug: newSlug(), locale: 'en' },
			}),
		},
		updateCategory: { allowed: ADMINISTRATORS, request: ofCategory({ name: 'Other' }) },
		deleteCategory: { allowed: ADMINISTRATORS, request: ofCategory() },
		listTeamArticles: { allowed: AGENTS, request: ofPortal() },
		showArticle: { allowed: ADMINISTRATORS, request: ofArticle() },
		createArticle: { allowed: ADMINISTRATORS, request: ofPortal(article) },
		updateArticle: { allowed: ADMINISTRATORS, request: ofArticle({ title: 'Returns' }) },
		reorderArticles: {
			allowed: ADMINISTRATORS,
			request: async () => {
				const { params } = await ofArticle()();
				return { params: { slug: params.slug }, body: { positions_hash: { [params.id]: 30 } } };
			},
		},
		deleteArticle: { allowed: ADMINISTRATORS, request: ofArticle() },
		listOwnAccessTokens: { allowed: USERS, request: () => ({}) },
		// Whoever may make tokens has to prove as well who they are.
		createOwnAccessToken: { allowed: USERS, request: () => ({ body: { name: 'Export' } }), answer: 422 },
		// The token is another person's, so permitted callers are told that it does not exist.
		revokeOwnAccessToken: {
			allowed: USERS,
			request: async () => ({ params: { id: await newToken({ agent_bot_id: botId }) } }),
			answer: 404,
		},
		listAgentAccessTokens: { allowed: ADMINISTRATORS, request: () => ({ params: { user_id: memberId } }) },
		createAgentAccessToken: {
			allowed: ADMINISTRATORS,
			request: () => ({ params: { user_id: memberId }, body: { name: 'Export' } }),
			answer: 422,
		},
		revokeAgentAccessToken: {
			allowed: ADMINISTRATORS,
			request: async () => ({ params: { user_id: memberId, id: await newToken({ user_id: memberId }) } }),
		},
		listBotAccessTokens: { allowed: ADMINISTRATORS, request: () => ({ params: { bot_id: botId } }) },
		createBotAccessToken: {
			allowed: ADMINISTRATORS,
			request: () => ({ params: { bot_id: botId }, body: { name: 'Export' } }),
		},
		revokeBotAccessToken: {
			allowed: ADMINISTRATORS,
			request: async () => ({ params: { bot_id: botId, id: await newToken({ agent_bot_id: botId }) } }),
		},
		listWaitingDeliveries: { allowed: ADMINISTRATORS, request: () => ({}) },
		listGivenUpDeliveries: { allowed: ADMINISTRATORS, request: () => ({}) },
		listDeliveriesTo: {
			allowed: ADMINISTRATORS,
			request: () => ({ params: { receiver_type: 'bot', receiver_id: botId } }),
		},
		redeliver: { allowed: ADMINISTRATORS, request: async () => ({ params: { id: await giveUpDelivery() } }) },
		showAccount: { allowed: AGENTS, request: () => ({}) },
		updateAccount: { allowed: ADMINISTRATORS, request: () => ({ body: { auto_resolve_duration: 30 } }) },
		showMailSetup: { allowed: ADMINISTRATORS, request: () => ({}) },
		sendTestMail: { allowed: ADMINISTRATORS, request: () => ({ body: {} }) },
		listAuditLog: { allowed: ADMINISTRATORS, request: () => ({}) },
		listCsatResponses: { allowed: ADMINISTRATORS, request: () => ({}) },
		showCsatMetrics: { allowed: ADMINISTRATORS, request: () => ({}) },
		downloadCsatResponses: { allowed: ADMINISTRATORS, request: () => ({}) },
		listReport: { allowed: ADMINISTRATORS, request: () => ({ query: '?metric=conversations_count' }) },
		showReportSummary: { allowed: ADMINISTRATORS, request: () => ({}) },
		listAgentReports: { allowed: ADMINISTRATORS, request: () => ({}) },
		listInboxReports: { allowed: ADMINISTRATORS, request: () => ({}) },
		downloadDayReport: { allowed: ADMINISTRATORS, request: () => ({}) },
		downloadAgentReport: { allowed: ADMINISTRATORS, request: () => ({}) },
		downloadInboxReport: { allowed: ADMINISTRATORS, request: () => ({}) },
		showProfile: { allowed: USERS, request: () => ({}) },
		// The server has an administrator; for whom it has none, firstRunContract.ts.
		createFirstAdministrator: {
			allowed: CALLERS,
			request: () => ({
				body: { token: 'none', name: 'Eve', email: 'eve@x.example', password: 'quiet lamp over seven' },
			}),
			answer: 403,
		},
		// This server sends no mail.
		requestLoginLink: { allowed: CALLERS, request: () => ({ body: { email: 'ada@x.example' } }), answer: 404 },
		requestEmailChange: { allowed: USERS, request: () => ({ body: { email: 'new@x.example' } }), answer: 404 },
		confirmEmailChange: {
			allowed: USERS,
			request: () => ({ body: { email: 'new@x.example', token: 'none' } }),
			answer: 404,
		},
		deleteAvatar: { allowed: USERS, request: () => ({}) },
		// An access token alone cannot set a password, which permitted callers are told.
		updateProfile: {
			allowed: USERS,
			request: () => ({ body: { profile: { password: 'quiet lamp over seven rivers' } } }),
			answer: 422,
		},
		setAvailability: {
			allowed: AGENTS,
			request: () => ({ body: { profile: { account_id: ACCOUNT, availability: 'online' } } }),
		},
		listAgents: { allowed: AGENTS, request: () => ({}) },
		createAgent: {
			allowed: ADMINISTRATORS,
			request: () => ({ body: { name: 'New', email: `${newSlug()}@x.example` } }),
		},
		updateAgent: { allowed: ADMINISTRATORS, request: () => ({ params: { id: memberId }, body: { name: 'member' } }) },
		removeAgent: {
			allowed: ADMINISTRATORS,
			request: async () => ({
				params: { id: await create('agents', { name: 'Short', email: `${newSlug()}@x.example` }) },
			}),
		},
		// This server sends no mail.
		inviteAgent: { allowed: ADMINISTRATORS, request: () => ({ params: { id: memberId }, body: {} }), answer: 404 },
		createAgentLoginLink: { allowed: ADMINISTRATORS, request: () => ({ params: { id: memberId } }) },
		listInboxMembers: { allowed: MEMBERS, request: () => ({ params: { id: 1 } }) },
		listAssignableAgents: { allowed: MEMBERS, request: () => ({ params: { id: 1 } }) },
		addInboxMembers: {
			allowed: ADMINISTRATORS,
			request: () => ({ body: { inbox_id: 1, user_ids: [memberId] } }),
		},
		setInboxMembers: {
			allowed: ADMINISTRATORS,
			request: () => ({ body: { inbox_id: 1, user_ids: [memberId] } }),
		},
		removeInboxMembers: { allowed: ADMINISTRATORS, request: () => ({ body: { inbox_id: 1, user_ids: [1] } }) },
		showNotificationSettings: { allowed: AGENTS, request: () => ({}) },
		updateNotificationSettings: { allowed: AGENTS, request: () => ({ body: { selected_push_flags: [] } }) },
		listNotificationSubscriptions: { allowed: USERS, request: () => ({}) },
		createNotificationSubscription: {
			allowed: USERS,
			request: () => ({
				body: {
					subscription_type: 'browser_push',
					subscription_attributes: newPushSubscription(`https://push.example/${newSlug()}`),
				},
			}),
		},
		testNotificationSubscriptions: { allowed: USERS, request: () => ({}) },
		deleteNotificationSubscription: { allowed: USERS, request: () => ({ params: { id: 999 } }), answer: 404 },
		listDeskSessions: { allowed: USERS, request: () => ({}) },
		endDeskSession: { allowed: USERS, request: () => ({ params: { id: 999 } }), answer: 404 },
		endAgentDeskSessions: { allowed: ADMINISTRATORS, request: () => ({ params: { user_id: memberId } }) },
		// The request does not come from the desk's page.
		createDeskSession: {
			allowed: CALLERS,
			request: () => ({ body: { email: 'ada@x.example', sso_auth_token: 'wrong' } }),
			answer: 403,
		},
		// Anyone who has a login link may use it.
		signIn: {
			allowed: CALLERS,
			request: () => ({ body: { email: 'ada@x.example', sso_auth_token: 'wrong' } }),
			answer: 401,
		},
	};

	const ask = (route: Route, { params = {}, query = '', body }: Request, caller: Caller) => {
		const values: Record<string, string | number> = { account_id: ACCOUNT, ...params };
		const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => String(values[name]));
		const token = tokens.get(caller);
		return call(server.origin, `${path}${query}`, {
			method: route.method,
			headers: token === undefined ? {} : { api_access_token: token },
			...(body === undefined ? {} : { body }),
		});
	};

	test('signOut is for every agent with a token, and revokes it', async () => {
		const token = (await createAccessToken(store, { user_id: memberId }, { name: 'test' })).token;
		for (const [presented, status] of [
			[token, 200],
			[token, 401],
			[tokens.get('bot'), 401],
			[tokens.get('expired'), 401],
			[tokens.get('revoked'), 401],
			[tokens.get('visitor'), 401],
			[undefined, 401],
		] as const) {
			const headers: Record<string, string> = presented === undefined ? {} : { api_access_token: presented };
			const answer = await call(server.origin, '/auth/sign_out', { method: 'DELETE', headers });
			assert.equal(answer.status, status);
		}
	});

	for (const [name, { allowed, request, answer }] of Object.entries(ROWS)) {
		const route: Route = applicationRoutes[name as keyof typeof applicationRoutes];
		test(`${name} is for: ${allowed.length === CALLERS.length ? 'every caller' : allowed.join(', ')}`, async () => {
			const answers = new Map<Caller, number>();
			for (const caller of CALLERS) {
				const { status, headers } = await ask(route, await request(), caller);
				answers.set(caller, status);
				assert.equal(headers.get('cache-control'), 'no-store', 'no cache may keep it for other callers');
			}
			for (const [caller, status] of answers) {
				if (!allowed.includes(caller)) assert.equal(status, 401, caller);
				else if (answer === undefined) assert.ok(status === 200 || status === 204, `${caller}: ${status}`);
				else assert.equal(status, answer, caller);
			}
		});
	}
});
