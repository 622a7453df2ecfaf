/**
 * Who may call what of the team's API: every route by every kind of caller, as its role and inbox
 * say (docs/application-api.md, Refusals). A route without a row does not compile.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Route } from '#protocol/base/routes.ts';
import { randomToken } from '../../../src/server/base/randomToken.ts';
import { createAccessToken, revokeAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import type { TokenOwner } from '../../../src/server/store/people/accessTokens.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { newPushSubscription } from '../../support/pushSubscription.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from '../api.ts';

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

const MEMBERS: readonly Caller[] = ['administrator', 'member', 'agent of another website'];
const IN_INBOX: readonly Caller[] = ['administrator', 'member', 'bot'];

const BY_ROLE: Record<(typeof applicationRoutes)[keyof typeof applicationRoutes]['role'], readonly Caller[]> = {
	administrator: ['administrator'],
	member: MEMBERS,
	memberOrBot: [...MEMBERS, 'bot', 'bot of another website'],
	user: [...MEMBERS, 'administrator of another account'],
	public: CALLERS,
};

interface Request {
	params?: Record<string, string | number>;
	query?: string;
	body?: object;
}

interface Row {
	/**
	 * A valid request for the route, about the website with the conversation; made for each caller,
	 * since some requests delete what they name.
	 */
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
	const ofNote = (body?: object) => async () => {
		const { id: contact_id } = await store.contacts.insert(ACCOUNT, 'Somebody');
		const note = await store.contactNotes.insert({ account_id: ACCOUNT, contact_id, user_id: 1, content: 'Hm' });
		return { params: { contact_id, id: note.id }, ...(body ? { body } : {}) };
	};
	const ofLabel = (body?: object) => async () => ({
		params: { id: await create('labels', { title: newSlug() }) },
		...(body ? { body } : {}),
	});
	const ofTeam = (body?: object) => async () => ({
		params: { id: await create('teams', { name: newSlug() }) },
		...(body ? { body } : {}),
	});
	const ofTeamWithMember = () => ofTeam({ user_ids: [memberId] })();
	const ofCannedResponse = (body?: object) => async () => ({
		params: { id: await create('canned_responses', { short_code: newSlug(), content: 'Hello' }) },
		...(body ? { body } : {}),
	});
	const ofSharedFilter = (body?: object) => async () => ({
		params: { id: await create('custom_filters', { name: 'Urgent', shared: true }) },
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

	/** The others have tests of their own. */
	const ROWS: Record<Exclude<keyof typeof applicationRoutes, 'signOut' | 'setAvailability'>, Row> = {
		listConversations: { request: () => ({}) },
		countCustomFilters: { request: () => ({}) },
		countConversations: { request: () => ({}) },
		filterConversations: { request: () => ({ body: { payload: [] } }) },
		showConversation: { request: ofConversation() },
		listMessages: { request: ofConversation() },
		createMessage: { request: ofConversation({ content: 'Hello' }) },
		// The message is the visitor's, so that its writing is not found.
		appendToMessage: { request: ofVisitorsMessage({ content: 'More' }), answer: 404 },
		finishMessage: { request: ofVisitorsMessage(), answer: 404 },
		deleteMessage: {
			request: async () => ({
				params: { id: conversation, message_id: (await administrator.write(conversation, 'Wrong')).id },
			}),
		},
		// The message is not about a call, which permitted callers are told.
		joinCall: {
			request: async () => ({ body: { message_id: (await administrator.write(conversation, 'No call')).id } }),
			answer: 422,
		},
		toggleStatus: { request: ofConversation({ status: 'open' }) },
		toggleTypingStatus: { request: ofConversation({ typing_status: 'on' }) },
		updateLastSeen: { request: ofConversation({}) },
		assignConversation: { request: () => ofConversation({ assignee_id: memberId })() },
		updateConversation: { request: ofConversation({ priority: 'low' }) },
		togglePriority: { request: ofConversation({ priority: null }) },
		changeConversations: {
			request: () => ({ body: { type: 'Conversation', ids: [conversation], fields: { status: 'open' } } }),
		},
		listConversationLabels: { request: ofConversation() },
		setConversationLabels: { request: ofConversation({ labels: ['vip'] }) },
		setTeamAttributes: { request: ofConversation({ custom_attributes: { plan: 'pro' } }) },
		createTeamConversation: {
			request: () => ({ body: { inbox_id: 1, contact_id: contact } }),
		},
		viewConversation: { request: ofConversation({ viewing: true }) },
		sendTeamTranscript: {
			request: () => ofConversation({ email: `${newSlug()}@x.example` })(),
		},
		markUnread: { request: ofConversation({}) },
		muteConversation: { request: ofConversation({}) },
		unmuteConversation: { request: ofConversation({}) },
		search: { request: () => ({}) },
		searchConversations: { request: () => ({}) },
		searchContacts: { request: () => ({}) },
		searchMessages: { request: () => ({}) },
		findContacts: { request: () => ({}) },
		listContacts: { request: () => ({}) },
		filterContacts: { request: () => ({ body: { payload: [] } }) },
		showContact: { request: ofContact() },
		createContact: { request: () => ({ body: { name: 'New', inbox_id: 1 } }) },
		updateContact: { request: ofContact({ name: 'Other' }) },
		deleteContact: { request: ofContact() },
		destroyContactAttributes: { request: ofContact({ custom_attributes: ['plan'] }) },
		mergeContacts: {
			request: async () => ({
				body: {
					base_contact_id: (await store.contacts.insert(ACCOUNT, 'One')).id,
					mergee_contact_id: (await store.contacts.insert(ACCOUNT, 'Other')).id,
				},
			}),
		},
		revokeContactSessions: { request: ofContact() },
		exportContact: { request: ofContact() },
		exportContacts: { request: () => ({}) },
		// There is no such file, which permitted callers are told.
		previewImport: { request: () => ({ body: { import_file: 'none' } }), answer: 422 },
		importContacts: { request: () => ({ body: { import_file: 'none' } }), answer: 422 },
		listContactLabels: { request: ofContact() },
		setContactLabels: { request: ofContact({ labels: ['vip'] }) },
		listContactConversations: { request: ofContact() },
		listContactNotes: { request: ofNote() },
		showContactNote: { request: ofNote() },
		createContactNote: { request: ofNote({ content: 'Pays in advance' }) },
		updateContactNote: { request: ofNote({ content: 'Pays later' }) },
		deleteContactNote: { request: ofNote() },
		listLabels: { request: () => ({}) },
		showLabel: { request: ofLabel() },
		createLabel: { request: () => ({ body: { title: newSlug() } }) },
		updateLabel: { request: ofLabel({ color: '#ff0000' }) },
		deleteLabel: { request: ofLabel() },
		listParticipants: { request: ofConversation() },
		addParticipants: { request: () => ofConversation({ user_ids: [memberId] })() },
		setParticipants: { request: () => ofConversation({ user_ids: [memberId] })() },
		removeParticipants: { request: () => ofConversation({ user_ids: [memberId] })() },
		listTeams: { request: () => ({}) },
		showTeam: { request: ofTeam() },
		createTeam: { request: () => ({ body: { name: newSlug() } }) },
		updateTeam: { request: ofTeam({ description: 'Returns' }) },
		deleteTeam: { request: ofTeam() },
		listTeamMembers: { request: ofTeam() },
		addTeamMembers: { request: ofTeamWithMember },
		setTeamMembers: { request: ofTeamWithMember },
		removeTeamMembers: { request: ofTeamWithMember },
		listWebhooks: { request: () => ({}) },
		createWebhook: { request: () => ({ body: { url: newHook() } }) },
		updateWebhook: { request: ofWebhook({ subscriptions: ['message_created'] }) },
		changeWebhookSecret: { request: ofWebhook() },
		deleteWebhook: { request: ofWebhook() },
		listBots: { request: () => ({}) },
		showBot: { request: () => ({ params: { id: botId } }) },
		createBot: { request: () => ({ body: { name: newSlug() } }) },
		updateBot: { request: () => ({ params: { id: botId }, body: {} }) },
		changeBotSecret: {
			request: async () => ({ params: { id: await create('agent_bots', { name: newSlug() }) } }),
		},
		deleteBot: {
			request: async () => ({ params: { id: await create('agent_bots', { name: newSlug() }) } }),
		},
		showInboxBot: { request: () => ({ params: { id: 1 } }) },
		// The bot is told of nothing, so that it cannot answer first, which permitted callers are
		// told.
		setInboxBot: {
			request: () => ({ params: { id: 1 }, body: { agent_bot: botId } }),
			answer: 422,
		},
		listAttributeDefinitions: { request: () => ({}) },
		showAttributeDefinition: { request: ofDefinition() },
		createAttributeDefinition: { request: () => ({ body: newDefinition() }) },
		updateAttributeDefinition: { request: ofDefinition({ attribute_display_name: 'Plan' }) },
		deleteAttributeDefinition: { request: ofDefinition() },
		listCannedResponses: { request: () => ({}) },
		createCannedResponse: { request: () => ({ body: { short_code: newSlug(), content: 'Hello' } }) },
		updateCannedResponse: { request: ofCannedResponse({ content: 'Good morning' }) },
		deleteCannedResponse: { request: ofCannedResponse() },
		listCustomFilters: { request: () => ({}) },
		showCustomFilter: { request: ofSharedFilter() },
		createCustomFilter: { request: () => ({ body: { name: 'Mine', query: { payload: [] } } }) },
		updateCustomFilter: { request: ofSharedFilter({ name: 'Ours' }) },
		deleteCustomFilter: { request: ofSharedFilter() },
		listInboxes: { request: () => ({}) },
		listTexts: { request: () => ({ query: '?locale=de' }) },
		createInbox: { request: () => ({ body: { name: 'New' } }) },
		updateInbox: { request: () => ({ params: { id: 1 }, body: { locale: 'en' } }) },
		changeIdentityKey: { request: () => ({ params: { id: 1 } }) },
		exportTranslations: { request: () => ({ params: { id: 1 }, query: '?locale=de' }) },
		importTranslations: {
			request: () => ({
				params: { id: 1 },
				body: { locale: 'de', file: 'msgctxt "name"\nmsgid "Shop"\nmsgstr "Laden"' },
			}),
		},
		copyTranslations: { request: () => ({ params: { id: 1 }, body: { from: 'de', to: 'fr' } }) },
		deleteInbox: {
			request: async () => ({ params: { id: await create('inboxes', { name: 'Short' }) } }),
		},
		showInbox: { request: () => ({ params: { id: 1 } }) },
		listTeamCampaigns: { request: () => ({}) },
		showCampaign: { request: ofCampaign() },
		createCampaign: { request: () => ({ body: campaign }) },
		updateCampaign: { request: ofCampaign({ enabled: false }) },
		deleteCampaign: { request: ofCampaign() },
		listPortals: { request: () => ({}) },
		showPortal: { request: ofPortal() },
		createPortal: {
			request: () => ({ body: { name: 'New', slug: newSlug() } }),
		},
		updatePortal: { request: ofPortal({ page_title: 'Help' }) },
		listCategories: { request: ofPortal() },
		createCategory: {
			request: () => ({
				params: { slug: 'help' },
				body: { name: 'New', slug: newSlug(), locale: 'en' },
			}),
		},
		updateCategory: { request: ofCategory({ name: 'Other' }) },
		deleteCategory: { request: ofCategory() },
		listTeamArticles: { request: ofPortal() },
		showArticle: { request: ofArticle() },
		createArticle: { request: ofPortal(article) },
		updateArticle: { request: ofArticle({ title: 'Returns' }) },
		reorderArticles: {
			request: async () => {
				const { params } = await ofArticle()();
				return { params: { slug: params.slug }, body: { positions_hash: { [params.id]: 30 } } };
			},
		},
		deleteArticle: { request: ofArticle() },
		// There is no such file, which permitted callers are told.
		uploadPicture: { request: () => ({ body: { attachment: 'x' } }), answer: 422 },
		listOwnAccessTokens: { request: () => ({}) },
		// Whoever may make tokens has to prove as well who they are.
		createOwnAccessToken: { request: () => ({ body: { name: 'Export' } }), answer: 422 },
		// The token is another person's, so permitted callers are told that it does not exist.
		revokeOwnAccessToken: {
			request: async () => ({ params: { id: await newToken({ agent_bot_id: botId }) } }),
			answer: 404,
		},
		listAgentAccessTokens: { request: () => ({ params: { user_id: memberId } }) },
		createAgentAccessToken: {
			request: () => ({ params: { user_id: memberId }, body: { name: 'Export' } }),
			answer: 422,
		},
		revokeAgentAccessToken: {
			request: async () => ({ params: { user_id: memberId, id: await newToken({ user_id: memberId }) } }),
		},
		listBotAccessTokens: { request: () => ({ params: { bot_id: botId } }) },
		createBotAccessToken: {
			request: () => ({ params: { bot_id: botId }, body: { name: 'Export' } }),
		},
		revokeBotAccessToken: {
			request: async () => ({ params: { bot_id: botId, id: await newToken({ agent_bot_id: botId }) } }),
		},
		listWaitingDeliveries: { request: () => ({}) },
		listGivenUpDeliveries: { request: () => ({}) },
		listDeliveriesTo: {
			request: () => ({ params: { receiver_type: 'bot', receiver_id: botId } }),
		},
		redeliver: { request: async () => ({ params: { id: await giveUpDelivery() } }) },
		showAccount: { request: () => ({}) },
		updateAccount: { request: () => ({ body: { auto_resolve_duration: 30 } }) },
		showMailSetup: { request: () => ({}) },
		// This server has several accounts.
		changeMail: { request: () => ({ body: {} }), answer: 422 },
		checkMailbox: { request: () => ({}), answer: 422 },
		listMailRecords: { request: () => ({}) },
		sendTestMail: { request: () => ({ body: {} }) },
		listAuditLog: { request: () => ({}) },
		listCsatResponses: { request: () => ({}) },
		showCsatMetrics: { request: () => ({}) },
		downloadCsatResponses: { request: () => ({}) },
		listReport: { request: () => ({ query: '?metric=conversations_count' }) },
		showReportSummary: { request: () => ({}) },
		listAgentReports: { request: () => ({}) },
		listInboxReports: { request: () => ({}) },
		downloadDayReport: { request: () => ({}) },
		downloadAgentReport: { request: () => ({}) },
		downloadInboxReport: { request: () => ({}) },
		showProfile: { request: () => ({}) },
		// The server has an administrator; for whom it has none, firstRunContract.ts.
		createFirstAdministrator: {
			request: () => ({
				body: { token: 'none', name: 'Eve', email: 'eve@x.example', password: 'quiet lamp over seven' },
			}),
			answer: 403,
		},
		// This server sends no mail.
		requestLoginLink: { request: () => ({ body: { email: 'ada@x.example' } }), answer: 404 },
		requestEmailChange: { request: () => ({ body: { email: 'new@x.example' } }), answer: 404 },
		confirmEmailChange: {
			request: () => ({ body: { email: 'new@x.example', token: 'none' } }),
			answer: 404,
		},
		deleteAvatar: { request: () => ({}) },
		// An access token alone cannot set a password, which permitted callers are told.
		updateProfile: {
			request: () => ({ body: { profile: { password: 'quiet lamp over seven rivers' } } }),
			answer: 422,
		},
		listAgents: { request: () => ({}) },
		createAgent: {
			request: () => ({ body: { name: 'New', email: `${newSlug()}@x.example` } }),
		},
		updateAgent: { request: () => ({ params: { id: memberId }, body: { name: 'member' } }) },
		removeAgent: {
			request: async () => ({
				params: { id: await create('agents', { name: 'Short', email: `${newSlug()}@x.example` }) },
			}),
		},
		// This server sends no mail.
		inviteAgent: { request: () => ({ params: { id: memberId }, body: {} }), answer: 404 },
		createAgentLoginLink: { request: () => ({ params: { id: memberId } }) },
		listInboxMembers: { request: () => ({ params: { id: 1 } }) },
		listAssignableAgents: { request: () => ({ params: { id: 1 } }) },
		addInboxMembers: {
			request: () => ({ body: { inbox_id: 1, user_ids: [memberId] } }),
		},
		setInboxMembers: {
			request: () => ({ body: { inbox_id: 1, user_ids: [memberId] } }),
		},
		removeInboxMembers: { request: () => ({ body: { inbox_id: 1, user_ids: [1] } }) },
		listNotifications: { request: () => ({}) },
		countUnreadNotifications: { request: () => ({}) },
		// The notification is nobody's, which permitted callers are told.
		readNotification: { request: () => ({ params: { id: 999 } }), answer: 404 },
		unreadNotification: { request: () => ({ params: { id: 999 } }), answer: 404 },
		snoozeNotification: { request: () => ({ params: { id: 999 }, body: {} }), answer: 404 },
		deleteNotification: { request: () => ({ params: { id: 999 } }), answer: 404 },
		readAllNotifications: { request: () => ({ body: {} }) },
		deleteNotifications: { request: () => ({ body: {} }) },
		showNotificationSettings: { request: () => ({}) },
		updateNotificationSettings: { request: () => ({ body: { selected_push_flags: [] } }) },
		listNotificationSubscriptions: { request: () => ({}) },
		createNotificationSubscription: {
			request: () => ({
				body: {
					subscription_type: 'browser_push',
					subscription_attributes: newPushSubscription(`https://push.example/${newSlug()}`),
				},
			}),
		},
		testNotificationSubscriptions: { request: () => ({}) },
		deleteNotificationSubscription: { request: () => ({ params: { id: 999 } }), answer: 404 },
		listDeskSessions: { request: () => ({}) },
		endDeskSession: { request: () => ({ params: { id: 999 } }), answer: 404 },
		endAgentDeskSessions: { request: () => ({ params: { user_id: memberId } }) },
		// The request does not come from the desk's page.
		createDeskSession: {
			request: () => ({ body: { email: 'ada@x.example', sso_auth_token: 'wrong' } }),
			answer: 403,
		},
		// Anyone who has a login link may use it.
		signIn: {
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

	test('setAvailability is for the members of the account that it names', async () => {
		const body = { profile: { account_id: ACCOUNT, availability: 'online' } };
		for (const caller of CALLERS) {
			const { status } = await ask(applicationRoutes.setAvailability, { body }, caller);
			assert.equal(status, MEMBERS.includes(caller) ? 200 : 401, caller);
		}
	});

	test('createContact is for every member where it names no website', async () => {
		for (const caller of CALLERS) {
			const { status } = await ask(applicationRoutes.createContact, { body: { name: 'New' } }, caller);
			assert.equal(status, MEMBERS.includes(caller) ? 200 : 401, caller);
		}
	});

	for (const [name, { request, answer }] of Object.entries(ROWS)) {
		const route = applicationRoutes[name as keyof typeof ROWS];
		const allowed = BY_ROLE[route.role].filter((caller) => !('inbox' in route) || IN_INBOX.includes(caller));
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
