/**
 * Registers a route table with its handlers: the guard runs first, then validation, then the
 * handler. A table without a handler for each of its routes does not compile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoResultError } from 'kysely';
import * as v from 'valibot';
import {
	isForTeam,
	type InboxPath,
	type Role,
	type Route,
	type RouteRequest,
	type RouteResponse,
	type RouteTable,
} from '#protocol/base/routes.ts';
import { readForm } from './readForm.ts';
import { BODIES_LIMIT, LARGE_BODY, type RouteOptions } from './rateLimits.ts';
import { streamOf } from './csv.ts';
import { takeQuota } from './takeQuota.ts';
import { uploadRules } from './uploadRules.ts';
import { requireCaptcha } from '../../domain/contacts/captcha.ts';
import type { FileRules } from '../../files/files.ts';
import { actingAs, type Actor } from '../../base/actor.ts';
import { Problem } from '../../base/problem.ts';
import type { Services } from '../../services/services.ts';
import { ANSWER_TIME, withTimeout } from '../../base/withTimeout.ts';
import { cleanBody } from '../../base/cleanBody.ts';
import { networkOf } from '../../base/network/networkOf.ts';
import { findInInbox, guards, websiteTokenOf, type Callers, type FoundInInbox } from './guard.ts';
import { createChangeIfMatch, itemTag, type ChangeIfMatch } from './conditional.ts';
import { findArrayWhereObjectExpected } from './misplacedList.ts';
import { httpErrorOf } from './problems.ts';
import { HttpError, invalid, notFound, unavailable } from './httpError.ts';

/** What every handler gets besides the parts of the request and its caller. */
interface HttpContext {
	http: FastifyRequest;
	/** For setting headers; the handler's result is the body. */
	reply: FastifyReply;
	/** Makes the change of a conditional route. Call it in the transaction. */
	changeIfMatch: ChangeIfMatch;
}

/**
 * A row of the team's without `inbox`, though its path names something in one: no handler of it
 * compiles.
 */
interface ForgottenInbox {
	role: 'member' | 'memberOrBot';
	path: InboxPath;
	inbox?: undefined;
}

export type Handler<R extends Route> = R extends ForgottenInbox
	? never
	: (request: RouteRequest<R> & Callers[R['role']] & FoundInInbox<R> & HttpContext) => Promise<RouteResponse<R>>;

export type Handlers<T extends RouteTable> = { [Name in keyof T]: Handler<T[Name]> };

export function registerRoutes<T extends RouteTable>(
	app: FastifyInstance,
	services: Services,
	table: T,
	handlers: Handlers<T>,
	options: RouteOptions<T> = {},
): void {
	for (const [name, route] of Object.entries(table)) {
		// `Handlers` checks that names and handlers fit; iterating loses that information.
		const handle = handlers[name] as unknown as (request: object) => Promise<unknown>;
		const guard: (services: Services, request: FastifyRequest) => Promise<Callers[Role]> = guards[route.role];
		app.route({
			...options[name],
			// Where Chatwoot accepts PATCH it accepts PUT as well.
			method: route.method === 'PATCH' ? ['PATCH', 'PUT'] : route.method,
			url: route.path,
			handler: async (request: FastifyRequest, reply: FastifyReply) => {
				const answerBy = Date.now() + (route.answerTime ?? ANSWER_TIME);
				const inTurn = turnsOf(services, route, request);
				const findCaller = (): Promise<Callers[Role]> =>
					inTime(
						services,
						answerBy,
						inTurn(() => guard(services, request)),
					);
				const caller = await findCaller();
				try {
					if (route.needsCaptcha && 'visitor' in caller)
						await inTime(services, answerBy, requireCaptcha(services.store, caller.visitor));
					const begunAt = Date.now();
					const sent = await readBody(services, route, request, caller);
					// The time in which files arrive does not count.
					const handleBy = answerBy + Date.now() - begunAt;
					const parts = { ...validate(route, request, sent), ...caller };
					const asked = { ...parts, http: request, reply, changeIfMatch: createChangeIfMatch(request) };
					const body = await inTime(
						services,
						handleBy,
						inTurn(() =>
							actingAs(actorOf(caller, request), async () =>
								handle({ ...asked, ...(await findInInbox(services.store, route, parts)) }),
							),
						),
					);
					reply.code(route.status ?? 200);
					if (route.isConditional) reply.header('ETag', itemTag(body));
					if (route.file !== undefined) return reply.type(route.file).send(streamOf(route.file, body));
					return route.response === undefined ? reply.send() : body;
				} catch (error) {
					if (error instanceof NoResultError && isVisitors(route)) {
						// Where the session is gone as well, the guard says so. Otherwise a row was
						// merged into another, or deleted, and a 404 would end the client's session
						// (docs/wire.md, Errors).
						await findCaller();
						throw unavailable();
					}
					const httpError = error instanceof Problem ? httpErrorOf(error) : error;
					throw httpError instanceof HttpError ? inTeamWording(route, httpError) : httpError;
				}
			},
		});
	}
}

/**
 * Requests of visitors take turns by address: those of an address that floods wait for each other,
 * and those of all others only for the few of it that are worked on. A body that arrives slowly
 * takes no turn.
 */
function turnsOf({ requestQueue }: Services, route: Route, { ip }: FastifyRequest) {
	return <T>(work: () => Promise<T>): Promise<T> =>
		isVisitors(route) ? requestQueue.run(networkOf(ip), work) : work();
}

function isVisitors({ role }: Route): boolean {
	return role === 'channel' || role === 'visitor';
}

/** PostgreSQL may hang. SQLite runs within this process: while it works, no timer can fire. */
function inTime<T>({ store }: Services, time: number, work: Promise<T>): Promise<T> {
	return store.database === 'sqlite' ? work : withTimeout(time - Date.now(), work);
}

/** Undefined for visitors, who do not appear in the audit log. */
function actorOf(caller: Callers[Role], { ip }: FastifyRequest): Actor | undefined {
	const found = 'writer' in caller ? caller.writer : undefined;
	if (found?.type === 'AgentBot') return { type: 'AgentBot', id: found.bot.id, name: found.bot.name, address: ip };
	const user = found?.member ?? ('member' in caller ? caller.member : 'user' in caller ? caller.user : undefined);
	return user && { type: 'User', id: user.id, name: user.email, address: ip };
}

/**
 * Files are stored while they arrive, so a form is only read once the guard has accepted its
 * sender.
 */
async function readBody(
	services: Services,
	route: Route,
	request: FastifyRequest,
	caller: Callers[Role],
): Promise<unknown> {
	if (!request.isMultipart()) return request.body ?? {};
	if (!route.isMultipart) throw new HttpError(415, { message: 'Unsupported Media Type', attributes: ['body'] });
	const rules = 'visitor' in caller ? uploadRules(caller.visitor) : undefined;
	return cleanBody(await readCountedForm(services, request, rules));
}

/**
 * Throws RetryLater where the caller has sent too much in large fields. Files have quotas of their
 * own.
 */
async function readCountedForm(
	{ files, rateLimits, knownCallers }: Services,
	request: FastifyRequest,
	rules: FileRules | undefined,
): ReturnType<typeof readForm> {
	const who = knownCallers.keyOf(request);
	await takeQuota(rateLimits, { quota: BODIES_LIMIT, who }, 0);
	let bytes = 0;
	try {
		return await readForm(request, files, { rules, count: (more) => (bytes += more) });
	} finally {
		if (bytes > LARGE_BODY) await rateLimits.charge(BODIES_LIMIT, who, bytes);
	}
}

function validate(route: Route, request: FastifyRequest, body: unknown): Record<string, unknown> {
	const parts: Record<string, unknown> = {};
	if (route.params) parts['params'] = parseParams(route.params, cleanBody(request.params));
	if (route.query)
		parts['query'] = parseQuery(route.query, { website_token: websiteTokenOf(request), ...asObject(request.query) });
	if (route.body) parts['body'] = parse(route.body, unwrap(route, body));
	return parts;
}

/**
 * Forms send parameters that are not filled in as well: a blank one that cannot be right counts as
 * left out.
 */
function parseQuery(schema: v.GenericSchema, query: object): unknown {
	const result = v.safeParse(schema, query);
	if (result.success) return result.output;
	return parse(schema, Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')));
}

function unwrap({ wrapper }: Route, body: unknown): unknown {
	if (wrapper === undefined) return body;
	const { [wrapper]: wrapped, ...beside } = asObject(body) as Record<string, unknown>;
	return { ...beside, ...asObject(wrapped) };
}

/** A path with a non-numeric id does not exist. */
function parseParams(schema: v.GenericSchema, params: unknown): unknown {
	const result = v.safeParse(schema, params);
	if (result.success) return result.output;
	throw notFound();
}

/** Throws 422 with the name of what is wrong. */
function parse(schema: v.GenericSchema, input: unknown): unknown {
	const misplaced = findArrayWhereObjectExpected(schema, input);
	if (misplaced !== undefined) throw invalid(`${misplaced}: Expected an object, received a list`, [misplaced]);
	const result = v.safeParse(schema, input);
	if (result.success) return result.output;
	throw invalid(result.issues.map(describe).join(', '), [...new Set(result.issues.map(nameOf))]);
}

/**
 * Clients of the application API read `error` (docs/application-api.md, Messages), those of the
 * widget's API `message` (docs/wire.md, Errors).
 */
function inTeamWording(route: Route, httpError: HttpError): HttpError {
	const { body } = httpError;
	if (!isForTeam(route) || typeof body !== 'object' || body === null || !('message' in body)) return httpError;
	return new HttpError(httpError.status, { error: `Validation failed: ${String(body.message)}`, ...body });
}

/**
 * Rules have texts of their own. Those that begin with a small letter follow the name of the field;
 * for a wrong type, Valibot says what it expected.
 */
function describe(issue: v.BaseIssue<unknown>): string {
	const { message } = issue;
	if (/^\p{Ll}/u.test(message)) {
		const [first = '', ...rest] = nameOf(issue).replaceAll('_', ' ');
		return `${first.toUpperCase()}${rest.join('')} ${message}`;
	}
	return /^Invalid (type|key): /.test(message) ? `${v.getDotPath(issue) ?? 'body'}: ${message}` : message;
}

/** The field; where it is within a list, that list. */
function nameOf(issue: v.BaseIssue<unknown>): string {
	const names = v.getDotPath(issue)?.split('.') ?? [];
	const index = names.findIndex((name) => /^\d+$/.test(name));
	return names.slice(0, index === -1 ? undefined : index).at(-1) ?? 'body';
}

function asObject(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : {};
}
