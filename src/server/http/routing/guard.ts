/**
 * Authenticates the caller, and refuses one that the route's role leaves out, in the order and with
 * the refusals of docs/wire.md (Errors) and docs/application-api.md (Refusals).
 */
import type { FastifyRequest } from 'fastify';
import type { GenericSchema } from 'valibot';
import type { Role, Route } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { channelIn } from '../../domain/translations/translations.ts';
import { isProofOver, type Visitor } from '../../domain/contacts/visitor.ts';
import { accountOf, listVisibleTo, type Writer } from '../../domain/messages/writer.ts';
import type { Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Credential } from '../../store/people/credentials.ts';
import type {
	AccessToken,
	Account,
	ConversationRow,
	DeskSession,
	MessageRow,
	User,
} from '../../store/tables/schema.ts';
import type { Repositories, Store } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { deskTokenOf } from './deskRequest.ts';
import { notAuthorized, notFound, refuse, identityExpired, signInFirst } from './httpError.ts';
import { findBySignedInHeaders } from './signedInHeaders.ts';

/** What a handler gets about its caller, by the route's `role`. */
export interface Callers {
	public: object;
	/** `visitorToken`: as sent, unchecked. */
	channel: { channel: Channel; visitorToken: string | undefined };
	visitor: { visitor: Visitor };
	/** `accessToken`: as sent; undefined where the desk's session authenticated the caller. */
	user: { user: User; credential: Credential; accessToken: string | undefined };
	member: { account: Account; member: Member; user: User; credential: Credential };
	memberOrBot: { account: Account; writer: Writer };
	administrator: Callers['member'];
}

/** What a handler gets besides where the route's row has `inbox`, by what the route names. */
export type FoundInInbox<R extends Route> = R extends { inbox: 'member'; path: `${string}/conversations/:id${string}` }
	? { conversation: ConversationRow }
	: R extends { inbox: 'member'; body: GenericSchema<unknown, { message_id: number }> }
		? { message: MessageRow }
		: object;

export const guards: { [R in Role]: (services: Services, request: FastifyRequest) => Promise<Callers[R]> } = {
	public: async () => ({}),
	channel: async (services, request) => ({
		channel: (await findChannel(services, request)).channel,
		visitorToken: header(request, 'x-auth-token'),
	}),
	visitor: findVisitor,
	user: findUser,
	member: findMember,
	memberOrBot: findWriter,
	administrator: findAdministrator,
};

async function findChannel(
	{ store, readConfiguration }: Services,
	request: FastifyRequest,
): Promise<Pick<Visitor, 'channel' | 'configuration'>> {
	const configuration = await readConfiguration();
	const channel = await configuration.findChannel(store, websiteTokenOf(request) ?? '');
	if (!channel) throw notFound();
	refuseSuspended(channel.account);
	return { channel: channelIn(channel, localeOf(request)), configuration };
}

/** The language that a visitor's page or frame asks for. */
function localeOf({ query }: FastifyRequest): string | undefined {
	const { locale } = query as { locale?: unknown };
	return typeof locale === 'string' ? locale : undefined;
}

/**
 * Missing, forged, expired, revoked and other channels' tokens are all answered with 404. A user
 * whose proof has expired can only prove it again.
 */
async function findVisitor(services: Services, request: FastifyRequest): Promise<Callers['visitor']> {
	const { channel, configuration } = await findChannel(services, request);
	const session = await services.visitorTokens.findSession(services.store, channel, header(request, 'x-auth-token'));
	if (!session) throw notFound();
	if (isProofOver(session) && request.routeOptions.url !== widgetRoutes.setUser.path) throw identityExpired();
	return { visitor: { channel, session, configuration } };
}

async function findUser(services: Services, request: FastifyRequest): Promise<Callers['user']> {
	const { store } = services;
	const { kind, row, accessToken } = await findCredential(services, request);
	const user = row.user_id === null ? undefined : await store.users.find(row.user_id);
	if (!user) throw refuse(401, 'Access to this endpoint is not authorized for bots');
	return { user, credential: { kind, id: row.id }, accessToken };
}

type Presented =
	| { kind: 'token'; row: AccessToken; accessToken: string }
	| { kind: 'session'; row: DeskSession; accessToken: undefined };

/**
 * An access token has precedence over the headers of a client that has signed in, and both over the
 * desk's cookie.
 */
async function findCredential(services: Services, request: FastifyRequest): Promise<Presented> {
	const found = await findPresented(services, request);
	services.knownCallers.note(request, `${found.kind} ${found.row.id}`);
	return found;
}

async function findPresented(services: Services, request: FastifyRequest): Promise<Presented> {
	const { store } = services;
	const accessToken = presentedToken(request);
	if (accessToken !== undefined) return { kind: 'token', row: await findAccessToken(store, accessToken), accessToken };
	const signedIn = await findBySignedInHeaders(store, request);
	if (!signedIn) return { kind: 'session', row: await findDeskSession(services, request), accessToken };
	await noteUse(store, signedIn.row);
	return { kind: 'token', row: signedIn.row, accessToken: signedIn.token };
}

async function findDeskSession(services: Services, request: FastifyRequest): Promise<DeskSession> {
	const token = deskTokenOf(services, request);
	const session = token === undefined ? undefined : await services.store.deskSessions.findByToken(token);
	if (!session) throw signInFirst();
	await services.store.deskSessions.touch(session).catch(() => undefined);
	return session;
}

/** Unknown, revoked and expired tokens are all answered alike. */
async function findAccessToken(store: Store, accessToken: string): Promise<AccessToken> {
	const token = await store.accessTokens.findByToken(accessToken);
	if (!token) throw refuse(401, 'Invalid Access Token');
	await noteUse(store, token);
	return token;
}

/**
 * The time of the last use is only information: a database that is read-only must not lock clients
 * out.
 */
async function noteUse(store: Store, token: AccessToken): Promise<void> {
	await store.accessTokens.touch(token).catch(() => undefined);
}

/** The second spelling is for proxies that drop header names with underscores. */
function presentedToken(request: FastifyRequest): string | undefined {
	return header(request, 'api_access_token') ?? header(request, 'api-access-token');
}

async function findMember(services: Services, request: FastifyRequest): Promise<Callers['member']> {
	const { user, credential } = await findUser(services, request);
	const account = await findAccount(services, request);
	const member = await services.store.users.findMember(account.id, user.id);
	if (!member) throw refuse(401, 'You are not authorized to access this account');
	return { account, member, user, credential };
}

async function findAdministrator(services: Services, request: FastifyRequest): Promise<Callers['administrator']> {
	const caller = await findMember(services, request);
	if (caller.member.role !== 'administrator') throw notAuthorized();
	return caller;
}

async function findWriter(services: Services, request: FastifyRequest): Promise<Callers['memberOrBot']> {
	const token = presentedToken(request);
	const row = token === undefined ? undefined : await findAccessToken(services.store, token);
	const bot = row && row.agent_bot_id !== null ? await services.store.bots.find(row.agent_bot_id) : undefined;
	if (!bot) {
		const { account, member } = await findMember(services, request);
		return { account, writer: { type: 'User', member } };
	}
	const account = await findAccount(services, request);
	const isAtWork = bot.account_id === account.id && (await services.store.bots.listInboxIds(bot.id)).length > 0;
	if (!isAtWork) throw refuse(401, 'Bot is not authorized to access this account');
	services.knownCallers.note(request, `bot ${bot.id}`);
	return { account, writer: { type: 'AgentBot', bot } };
}

async function findAccount({ store }: Services, request: FastifyRequest): Promise<Account> {
	const accountId = Number((request.params as { account_id: string }).account_id);
	const account = Number.isSafeInteger(accountId) ? await store.accounts.find(accountId) : undefined;
	if (!account) throw notFound();
	refuseSuspended(account);
	return account;
}

function refuseSuspended(account: Account): void {
	if (account.status === 'suspended') throw refuse(401, 'Account is suspended');
}

/**
 * The caller and the request of a route with `inbox`, whose type sees to it that they have these
 * (src/protocol/base/routes.ts).
 */
type Asked = (Callers['member'] | Callers['memberOrBot']) & {
	params?: { id?: number };
	body?: { message_id?: number; inbox_id?: number | null };
};

/**
 * What a route with `inbox` names; `asked` is the caller with the validated request. Throws 404
 * where the account has no such thing, and 401 where the caller is not in its inbox.
 */
export async function findInInbox(
	store: Repositories,
	{ inbox, path }: Route,
	asked: object,
): Promise<{ conversation?: ConversationRow; message?: MessageRow }> {
	if (inbox === undefined) return {};
	const { params, body, ...caller } = asked as Asked;
	const writer: Writer = 'writer' in caller ? caller.writer : { type: 'User', member: caller.member };
	const requireMember = async (inboxId: number): Promise<void> => {
		if (!(await listVisibleTo(store, writer)).includes(inboxId)) throw notAuthorized();
	};
	const [, collection] = /\/(conversations|inboxes|inbox_members)\/:id/.exec(path) ?? [];
	if (collection === 'conversations') {
		const conversation = await store.conversations.findByDisplayId(accountOf(writer), params?.id ?? 0);
		if (!conversation) throw notFound();
		await requireMember(conversation.inbox_id);
		return { conversation };
	}
	if (body?.message_id !== undefined) {
		const message = await store.messages.findInAccount(accountOf(writer), body.message_id);
		if (!message) throw notFound();
		await requireMember(message.inbox_id);
		return { message };
	}
	const inboxId = collection === undefined ? body?.inbox_id : params?.id;
	if (inboxId) {
		await requireInbox(store, accountOf(writer), inboxId);
		await requireMember(inboxId);
	}
	return {};
}

/** Throws 404 when the account has no such inbox. */
export async function requireInbox({ channels }: Repositories, accountId: number, inboxId: number): Promise<void> {
	if (!(await channels.listIds(accountId)).includes(inboxId)) throw notFound();
}

/** Clients send it in the query or, as scripts do, in the body. */
export function websiteTokenOf(request: FastifyRequest): string | undefined {
	const places = [request.query, request.body];
	for (const place of places) {
		if (typeof place !== 'object' || place === null || !('website_token' in place)) continue;
		if (typeof place.website_token === 'string') return place.website_token;
	}
	return undefined;
}

function header(request: FastifyRequest, name: string): string | undefined {
	const value = request.headers[name];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
