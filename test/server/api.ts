/** REST for the server's tests: raw calls, and the two kinds of callers of the product. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { Message, Profile, TeamConversation, VisitorConversation } from '#protocol/entities/entities.ts';

export interface Answer<T = unknown> {
	status: number;
	headers: Headers;
	/** Parsed if it is JSON, else the text. */
	body: T;
}

export interface Call {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as JSON; a string is sent unchanged. */
	body?: unknown;
}

/** Does not throw for refusals. The caller states the type of the body. */
export async function call<T = unknown>(
	origin: string,
	path: string,
	{ method, headers, body }: Call = {},
): Promise<Answer<T>> {
	const response = await fetch(new URL(path, origin), {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
		redirect: 'manual',
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
	return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
}

/** A visitor with a browser: a session in the channel `demo`. */
export interface Visitor {
	authToken: string;
	pubsubToken: string;
	contactId: number;
	call<T = unknown>(path: string, call?: Call): Promise<Answer<T>>;
	/** Sends a message; resolves with the stored one. */
	write(content: string, echoId?: string): Promise<Message>;
	messages(query?: string): Promise<Message[]>;
	conversation(): Promise<Partial<VisitorConversation>>;
}

export async function createVisitor(origin: string, authToken?: string, websiteToken = 'demo'): Promise<Visitor> {
	const token: Record<string, string> = authToken === undefined ? {} : { 'X-Auth-Token': authToken };
	const config = await call<{
		website_channel_config: { auth_token: string };
		contact: { id: number; pubsub_token: string };
	}>(origin, `/api/v1/widget/config?website_token=${websiteToken}`, { method: 'POST', headers: token });
	assert.equal(config.status, 200);
	const session = config.body.website_channel_config.auth_token;
	const visitor: Visitor = {
		authToken: session,
		pubsubToken: config.body.contact.pubsub_token,
		contactId: config.body.contact.id,
		call: (path, of = {}) =>
			call(origin, `/api/v1/widget/${path}${path.includes('?') ? '&' : '?'}website_token=${websiteToken}`, {
				...of,
				headers: { 'X-Auth-Token': session, ...of.headers },
			}),
		async write(content, echoId = randomUUID()) {
			const answer = await visitor.call<Message>('messages', { body: { message: { content, echo_id: echoId } } });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body;
		},
		async messages(query = '') {
			return (await visitor.call<{ payload: Message[] }>(`messages?${query}`)).body.payload;
		},
		async conversation() {
			return (await visitor.call<Partial<VisitorConversation>>('conversations')).body;
		},
	};
	return visitor;
}

/** What an agent sends besides the text. */
interface AgentMore {
	private?: boolean;
	echo_id?: string;
	content_type?: string;
	content_attributes?: Attributes;
}

type ProfileOfToken = Profile & { access_token: string; pubsub_token: string };

/** An agent, in account 1. */
export interface Agent {
	token: string;
	call<T = unknown>(path: string, call?: Call): Promise<Answer<T>>;
	/** Writes to the visitor, or a private note. */
	write(displayId: number, content: string, more?: AgentMore): Promise<Message>;
	messages(displayId: number, query?: string): Promise<Message[]>;
	conversation(displayId: number): Promise<TeamConversation>;
	profile(): Promise<ProfileOfToken>;
}

export function createAgent(origin: string, token: string): Agent {
	const agent: Agent = {
		token,
		call: (path, of = {}) =>
			call(origin, `/api/v1/accounts/1/${path}`, { ...of, headers: { api_access_token: token, ...of.headers } }),
		async write(displayId, content, more = {}) {
			const answer = await agent.call<Message>(`conversations/${displayId}/messages`, { body: { content, ...more } });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body;
		},
		async messages(displayId, query = '') {
			return (await agent.call<{ payload: Message[] }>(`conversations/${displayId}/messages?${query}`)).body.payload;
		},
		async conversation(displayId) {
			return (await agent.call<TeamConversation>(`conversations/${displayId}`)).body;
		},
		async profile() {
			return (await call<ProfileOfToken>(origin, '/api/v1/profile', { headers: { api_access_token: token } })).body;
		},
	};
	return agent;
}

/** Begins the visitor's conversation by a first message; resolves with its display id. */
export async function beginConversation(visitor: Visitor): Promise<number> {
	return (await visitor.write('Hello')).conversation_id;
}

/** All messages, page by page; `read` answers the page of a query such as `after=17`. */
export async function readAll(read: (query: string) => Promise<Message[]>): Promise<Message[]> {
	const messages: Message[] = [];
	for (;;) {
		const page = await read(`after=${messages.at(-1)?.id ?? 0}`);
		if (page.length === 0) return messages;
		messages.push(...page);
	}
}
