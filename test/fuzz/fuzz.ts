/**
 * Requests generated from the tables of routes. Every second one is valid; the others are valid
 * except for a few fields that are missing, of the wrong type, huge or hostile. Visitor, agents,
 * administrator and bot send them in turn, beside what no client would send. The same seed
 * generates the same requests, except for the ids in them, which the answers before have named.
 */
import { randomFrom, type Random } from '../support/random.ts';
import type { TestServer } from '../support/server.ts';
import { damagedBody, encode, validBody } from './bodies.ts';
import { createCallers, ROLES, type Callers, type Role } from './callers.ts';
import { HOSTILE } from './damage.ts';
import { createKnownIds, type KnownIds } from './knownIds.ts';
import { sendToSocket } from './sockets.ts';
import { chooseRequest, nothingRefused, type Refused, type ValidRequest } from './validRequests.ts';

/** Requests under way at a time. */
const AT_ONCE = 8;
/** Characters of a request's head that every server has to read: Node's limit is 16 kB. */
const HEAD_MAX = 15_000;
/** One of this many requests is written directly to a socket instead of by `fetch`. */
const SOCKET_EVERY = 20;
/** One of this many has no valid credentials, and one of as many another method. */
const STRANGE_EVERY = 50;
/** The shares of answers with which the requests reach the product's rooms. */
const REFUSED_MAX = 0.1;
const SUCCEEDED_MIN = 0.2;

export interface Fuzzed {
	/** Status → how often it was answered. */
	statuses: Map<number, number>;
	/** Requests that were answered with 5xx, or not at all, as far as they can be printed. */
	failures: string[];
}

type Fuzzable = Pick<TestServer, 'origin' | 'port' | 'dataDir'>;

export async function fuzz(server: Fuzzable, seed: number, count: number): Promise<Fuzzed> {
	const { origin } = server;
	const callers = await createCallers(server);
	const run: Run = {
		origin,
		callers,
		known: {
			visitor: createKnownIds(),
			agentWithoutInbox: createKnownIds(),
			agent: createKnownIds(),
			administrator: createKnownIds(),
			bot: createKnownIds(),
		},
		refused: nothingRefused(),
		outcome: { statuses: new Map(), failures: [] },
	};
	let next = 0;
	const worker = async () => {
		while (next < count) {
			next += 1;
			// Each has its own numbers, so that it does not depend on which answer came first.
			const random = randomFrom(seed + Math.imul(next, 0x9e_37_79_b1));
			if (next % SOCKET_EVERY === 0) await sendToSocket(server, callers.pubsubToken, random);
			else await sendRequest(run, ROLES[next % ROLES.length] ?? 'visitor', random);
		}
	};
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
	} finally {
		await callers.close();
	}
	return run.outcome;
}

/**
 * Why the outcome is none: what failed, and whether the requests were mostly refused at the door.
 */
export function complaintsOf({ statuses, failures }: Fuzzed): string[] {
	const share = (isMeant: (status: number) => boolean) => {
		const all = [...statuses];
		const sum = (entries: [number, number][]) => entries.reduce((total, [, times]) => total + times, 0);
		return sum(all.filter(([status]) => isMeant(status))) / sum(all);
	};
	const refused = share((status) => status === 401);
	const succeeded = share((status) => status < 300);
	return [
		...failures,
		...(refused < REFUSED_MAX ? [] : [`${percent(refused)} of the answers were 401`]),
		...(succeeded >= SUCCEEDED_MIN ? [] : [`Only ${percent(succeeded)} of the requests succeeded`]),
	];
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

interface Run {
	origin: string;
	callers: Callers;
	/** What each has heard of and was not told to be gone, or another's. */
	known: Record<Role, KnownIds>;
	refused: Refused;
	outcome: Fuzzed;
}

async function sendRequest(run: Run, role: Role, random: Random): Promise<void> {
	const { origin, callers, known, refused, outcome } = run;
	const valid = chooseRequest(role, refused, known[role], random);
	if ('website_token' in valid.query) valid.query['website_token'] = callers.websiteToken;
	const isValid = random.below(2) === 0;
	const { route } = valid;
	const params = isValid || random.below(6) > 0 ? valid.params : replaceOne(valid.params, random);
	const query = isValid || random.below(3) > 0 ? valid.query : replaceOne(valid.query, random);
	const { headers, body } = isValid ? validBody(route, valid.body, random) : damagedBody(valid.body, random);
	const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encode(params[name] ?? name));
	const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
	const credentials = callers.credentialsOf(role);
	const isStranger = random.below(STRANGE_EVERY) === 0;
	const init: RequestInit = {
		method: random.below(STRANGE_EVERY) === 0 ? random.oneOf(['PUT', 'OPTIONS', 'DELETE', 'POST']) : route.method,
		headers: {
			...headers,
			...(isStranger ? { 'X-Auth-Token': 'junk', api_access_token: 'junk' } : credentials),
		},
		redirect: 'manual',
		...(body === undefined || route.method === 'GET' ? {} : { body }),
	};
	const shown = () =>
		`${role}: ${init.method} ${path}?${search.join('&')} ${typeof body === 'string' ? body : ''}`.slice(0, 1000);
	try {
		const response = await fetch(`${origin}${path}?${search.join('&')}`, init);
		const text = await response.text();
		outcome.statuses.set(response.status, (outcome.statuses.get(response.status) ?? 0) + 1);
		if (response.status >= 500) outcome.failures.push(`${response.status}: ${shown()}`);
		if (!isStranger) await learn(run, role, { ...valid, params }, response.status, text);
	} catch (error) {
		// A server that refuses the head of a request may close the connection before the body is
		// sent (RFC 9112, 9.6).
		if (path.length + search.join('&').length < HEAD_MAX)
			outcome.failures.push(`${String(error)} (${String(Object(error).cause)}): ${shown()}`);
	}
}

/** What the answer says of what there is, and of what the caller may do. */
async function learn(
	run: Run,
	role: Role,
	{ route, params }: ValidRequest,
	status: number,
	text: string,
): Promise<void> {
	const { callers, known, refused } = run;
	if (status < 300) {
		if (!text.startsWith('{') && !text.startsWith('[')) return;
		// A visitor has nothing to do with what the team hears of.
		const hearers = ROLES.filter((hearer) => hearer !== 'visitor' || role === 'visitor');
		const answer: unknown = JSON.parse(text);
		for (const hearer of hearers) known[hearer].note(route.path, answer);
		return;
	}
	const isForOthers = status === 401 && text.includes(NOT_AUTHORIZED);
	// For whom has an inbox, it is the thing that is another's, and not the route that is for
	// others.
	if (isForOthers && role === 'agentWithoutInbox') refused[role].add(route);
	else if (isForOthers || status === 404) known[role].forget(route.path, params);
	if (status === 401 || status === 404) await callers.restore();
}

/** What callers are told whose credentials are good (docs/application-api.md, Refusals). */
const NOT_AUTHORIZED = 'You are not authorized to do this action';

function replaceOne(values: Record<string, unknown>, random: Random): Record<string, unknown> {
	return { ...values, [random.oneOf(Object.keys(values))]: random.oneOf(HOSTILE)() };
}
