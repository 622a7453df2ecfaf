/**
 * A request for each route that reads or writes what grows with the visitors; a route without one
 * does not compile.
 */
import { randomUUID } from 'node:crypto';
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { createVisitorTokens } from '../../src/server/domain/contacts/visitorToken.ts';
import { createVisitor } from '../server/api.ts';
import { SECRET_KEY } from '../support/server.ts';
import type { History } from './fillDatabase.ts';

/** A server with a history behind it. */
export interface Place {
	origin: string;
	history: History;
	/**
	 * `api_access_token` of the administrator, and of an agent who sees the smaller website alone.
	 */
	administrator: string;
	member: string;
}

export interface Asked {
	method?: string;
	path: string;
	headers: Record<string, string>;
	body?: unknown;
}

type Row = (place: Place) => Promise<Asked>;

const tokens = createVisitorTokens([SECRET_KEY], 365);

const anyOf = (count: number) => 1 + Math.floor(Math.random() * count);

/** One of the visitors of the larger website. */
function anyConversation({ history }: Place): number {
	return Math.floor(Math.random() * (history.conversations / 10)) * 10 + anyOf(9);
}

/** One who came in the later half of the two years: the sessions of others have expired. */
function anyVisitor({ history }: Place): number {
	return Math.floor((0.55 + 0.45 * Math.random()) * (history.conversations / 10)) * 10 + anyOf(9);
}

function asVisitor(path: string, body?: unknown, method?: string): Row {
	return async (place) => {
		const id = anyVisitor(place);
		return requestOf(await tokens.sign({ source_id: `source-${id}`, inbox_id: 1 }), path, body, method);
	};
}

/** One who has come a moment ago, with a conversation. */
function asNewcomer(path: string, body?: (place: Place) => unknown, method?: string): Row {
	return async (place) => {
		const visitor = await createVisitor(place.origin);
		await visitor.write('Hello');
		return requestOf(visitor.authToken, path, body?.(place), method);
	};
}

function requestOf(authToken: string, path: string, body?: unknown, method?: string): Asked {
	const separator = path.includes('?') ? '&' : '?';
	return {
		path: `/api/v1/widget/${path}${separator}website_token=demo`,
		headers: { 'X-Auth-Token': authToken },
		...(body === undefined ? {} : { body }),
		...(method === undefined ? {} : { method }),
	};
}

type Caller = 'administrator' | 'member';

function asAgent(
	path: string | ((place: Place) => string),
	body?: (place: Place) => unknown,
	{ method, caller = 'administrator' }: { method?: string; caller?: Caller } = {},
): Row {
	return async (place) => ({
		path: `/api/v1/accounts/1/${typeof path === 'string' ? path : path(place)}`,
		headers: { api_access_token: place[caller] },
		...(body ? { body: body(place) } : {}),
		...(method === undefined ? {} : { method }),
	});
}

const inAny = (path: string) => (place: Place) => `conversations/${anyConversation(place)}${path}`;

function asAnybody(path: string | ((place: Place) => string), body?: unknown, method?: string): Row {
	return async (place) => ({
		path: typeof path === 'string' ? path : path(place),
		headers: {},
		...(body === undefined ? {} : { body }),
		...(method === undefined ? {} : { method }),
	});
}

/** One of the last conversations in which a rating was asked for, with the message that asks. */
function anyRated({ conversations }: History): { id: number; ratingId: number } {
	const first = Math.floor((conversations * 0.99) / 10) * 10;
	const id = first + 10 * Math.floor(Math.random() * (conversations / 1_000)) + 1;
	return { id, ratingId: Math.floor((id - 1) / 50) * 500 + 450 + ((id - 1) % 50) + 1 };
}

const anySurvey = ({ history }: Place) => `/public/api/v1/csat_survey/uuid-${anyRated(history).id}`;

const ofWidget: Record<keyof typeof widgetRoutes, Row> = {
	config: asVisitor('config', {}),
	createEvent: asVisitor('events', { name: 'webwidget.triggered', event_info: {} }),
	listCampaigns: asVisitor('campaigns'),
	listAgents: asVisitor('inbox_members'),
	showContact: asVisitor('contact'),
	updateContact: asVisitor('contact', { name: 'Ada' }, 'PATCH'),
	setUser: asNewcomer(
		'contact/set_user',
		({ history }) => ({ identifier: `user ${history.contacts - anyOf(history.conversations / 2)}` }),
		'PATCH',
	),
	destroyContactAttributes: asVisitor('contact/destroy_custom_attributes', { custom_attributes: ['a'] }),
	deleteContact: asNewcomer('contact', undefined, 'DELETE'),
	showConversation: asVisitor('conversations'),
	listConversations: asVisitor('conversations/history'),
	createConversation: asVisitor('conversations', { message: { content: 'Hello again' } }),
	toggleTyping: asVisitor('conversations/toggle_typing', { typing_status: 'on' }),
	updateLastSeen: asVisitor('conversations/update_last_seen', {}),
	endConversation: asNewcomer('conversations/toggle_status'),
	sendTranscript: asVisitor('conversations/transcript', {}),
	setConversationAttributes: asVisitor('conversations/set_custom_attributes', { custom_attributes: { a: 1 } }),
	destroyConversationAttributes: asVisitor('conversations/destroy_custom_attributes', { custom_attribute: ['a'] }),
	addLabel: asVisitor('labels', { label: 'vip' }),
	removeLabel: asVisitor('labels/vip', undefined, 'DELETE'),
	listMessages: asVisitor('messages'),
	createMessage: async (place) =>
		asVisitor('messages', { message: { content: 'How much?', echo_id: randomUUID() } })(place),
	updateMessage: async (place) => {
		const { id, ratingId } = anyRated(place.history);
		const body = { message: { submitted_values: { csat_survey_response: { rating: 5 } } } };
		const token = await tokens.sign({ source_id: `source-${id}`, inbox_id: 1 });
		return requestOf(token, `messages/${ratingId}`, body, 'PATCH');
	},
	deleteMessage: async (place) => {
		const visitor = await createVisitor(place.origin);
		const { id } = await visitor.write('Hello');
		return requestOf(visitor.authToken, `messages/${id}`, undefined, 'DELETE');
	},
	editMessage: async (place) => {
		const visitor = await createVisitor(place.origin);
		const { id } = await visitor.write('Hello');
		return requestOf(visitor.authToken, `messages/${id}/content`, { content: 'Good morning' }, 'PATCH');
	},
	setReaction: async (place) => {
		const { id, ratingId } = anyRated(place.history);
		const token = await tokens.sign({ source_id: `source-${id}`, inbox_id: 1 });
		return requestOf(token, `messages/${ratingId - 1}/reaction`, { reaction: '👍' }, 'PATCH');
	},
	requestEmailCode: asVisitor('contact/email_code', { email: 'jo@shop.example' }),
	confirmEmailCode: asVisitor('contact/email_code/confirm', { code: '123456' }),
	passCaptcha: asVisitor('captcha', { response: 'proof' }),
	joinCall: asVisitor('integrations/dyte/add_participant_to_meeting', { message_id: 1 }),
	createDirectUpload: asVisitor('direct_uploads', {
		blob: { filename: 'a.txt', content_type: 'text/plain', byte_size: 1, checksum: 'DMF1ucDxtqgxw5niaXcmYQ==' },
	}),
};

type OfConversations =
	| 'listConversations'
	| 'countConversations'
	| 'showConversation'
	| 'listMessages'
	| 'createMessage'
	| 'deleteMessage'
	| 'toggleStatus'
	| 'toggleTypingStatus'
	| 'updateLastSeen';

const ofTeam: Record<OfConversations & keyof typeof applicationRoutes, Row> = {
	listConversations: asAgent('conversations'),
	countConversations: asAgent('conversations/meta?status=all'),
	showConversation: asAgent(inAny('')),
	listMessages: asAgent(inAny('/messages')),
	createMessage: asAgent(inAny('/messages'), () => ({ content: 'Yes', echo_id: randomUUID() })),
	deleteMessage: asAgent(
		({ history }) => {
			const place = Math.floor(Math.random() * (history.conversations / 50));
			return `conversations/${place * 50 + 2}/messages/${place * 500 + 52}`;
		},
		undefined,
		{ method: 'DELETE' },
	),
	toggleStatus: asAgent(inAny('/toggle_status'), () => ({})),
	toggleTypingStatus: asAgent(inAny('/toggle_typing_status'), () => ({ typing_status: 'on' })),
	updateLastSeen: asAgent(inAny('/update_last_seen'), () => ({})),
};

const ofPublic: Record<keyof typeof publicRoutes, Row> = {
	showChannel: asAnybody('/widget/channel.json?website_token=demo'),
	showTexts: asAnybody('/widget/texts.json?website_token=demo&locale=de'),
	showChannelTexts: asAnybody('/widget/channel_texts.json?website_token=demo&locale=de'),
	listArticles: asAnybody('/hc/help/en/articles.json?per_page=5'),
	showSurvey: asAnybody(anySurvey),
	updateSurvey: asAnybody(
		anySurvey,
		{ message: { submitted_values: { csat_survey_response: { rating: 5 } } } },
		'PATCH',
	),
	healthz: asAnybody('/healthz'),
	readyz: asAnybody('/readyz'),
};

/**
 * The list as the desk and other clients ask for it; not of states in which a small team has less
 * than a page.
 */
const LISTS: Record<string, Row> = Object.fromEntries(
	['open', 'resolved', 'all'].flatMap((status) => [
		[`list of ${status}`, asAgent(`conversations?status=${status}`)],
		[`list of ${status}, page 5`, asAgent(`conversations?status=${status}&page=5`)],
		[`list of ${status}, one website`, asAgent(`conversations?status=${status}&inbox_id=2`)],
		[
			`list of ${status}, an agent of one website`,
			asAgent(`conversations?status=${status}`, undefined, { caller: 'member' }),
		],
		...['me', 'unassigned', 'assigned'].map((type): [string, Row] => [
			`list of ${status}, ${type}`,
			asAgent(`conversations?status=${status}&assignee_type=${type}`),
		]),
	]),
);

/** What owners set up, which does not grow with the visitors, but is asked for beside what does. */
const SET_UP: Record<string, Row> = {
	'team: listAgents': asAgent('agents'),
	'team: updateAgent': asAgent('agents/2', () => ({ availability: 'online' }), { method: 'PATCH' }),
	'team: listInboxes': asAgent('inboxes'),
	'team: listInboxMembers': asAgent('inbox_members/1'),
	'team: listCampaigns': asAgent('campaigns'),
	'team: createCampaign': asAgent('campaigns', () => ({
		title: 'Cups',
		message: 'Need a hand?',
		inbox_id: 1,
		trigger_rules: { url: 'https://shop.example/cups', time_on_page: 10 },
	})),
	'team: listPortals': asAgent('portals'),
	'team: listCategories': asAgent('portals/help/categories'),
	'team: listArticles': asAgent('portals/help/articles'),
	'anybody: help centre': asAnybody('/hc/help/en'),
	'anybody: list of articles': asAnybody('/hc/help/en/articles'),
	'anybody: search of articles': asAnybody('/hc/help/en/articles?query=cup'),
	'anybody: articles found': asAnybody('/hc/help/en/articles.json?query=cup'),
};

/**
 * Requests by name. Some are refused, since there is no such call; looking for it costs the same.
 */
export const SCALE_ROUTES: ReadonlyMap<string, Row> = new Map([
	...named('visitor', ofWidget),
	...named('team', ofTeam),
	...Object.entries(LISTS),
	['changed within 15 s', asAgent('conversations?status=all&updated_within=15')],
	['changed within 20 years', asAgent('conversations?status=all&updated_within=630000000')],
	...named('anybody', ofPublic),
	...Object.entries(SET_UP),
]);

function named(caller: string, rows: Record<string, Row>): [string, Row][] {
	return Object.entries(rows).map(([name, row]) => [`${caller}: ${name}`, row]);
}
