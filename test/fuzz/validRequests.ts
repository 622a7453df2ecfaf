/**
 * Valid requests of every route, which differ: some of the optional fields, any of the allowed
 * values, and ids of what exists.
 */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import type { Route } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { exampleOf } from '../../src/server/http/pages/examples.ts';
import { schemaOf, type JsonSchema } from '../../src/server/http/pages/routeSchemas.ts';
import { KINDS } from '../support/everyKind.ts';
import type { Random } from '../support/random.ts';
import type { Role } from './callers.ts';
import type { KnownIds } from './knownIds.ts';

type Values = Record<string, unknown>;

export interface ValidRequest {
	route: Route;
	params: Values;
	query: Values;
	/** Undefined where the route takes no body. */
	body: unknown;
}

interface RouteSchemas {
	route: Route;
	params?: JsonSchema;
	query?: JsonSchema;
	body?: JsonSchema;
}

const describe = (route: Route): RouteSchemas => ({
	route,
	...(route.params && { params: schemaOf(route.params, 'input') }),
	...(route.query && { query: schemaOf(route.query, 'input') }),
	...(route.body && { body: schemaOf(route.body, 'input') }),
});
// Routes of several tables may share a name.
const VISITORS = [widgetRoutes, publicRoutes].flatMap((table) => Object.values<Route>(table)).map(describe);
const TEAMS = Object.values<Route>(applicationRoutes).map(describe);
const BOTS = TEAMS.filter(({ route }) => route.role === 'memberOrBot');

/** One of this many requests asks for what its caller may not do, as far as that is known. */
const REFUSED_EVERY = 20;

/** One of this many may delete what others need. */
const END_EVERY = 4;

/** Routes of which an agent was told that they are for others. */
export type Refused = Record<Role, Set<Route>>;

export function nothingRefused(): Refused {
	// What the API reference says need not be found out.
	const forAdministrators = () =>
		new Set(TEAMS.map(({ route }) => route).filter(({ role }) => role === 'administrator'));
	return {
		visitor: new Set(),
		agentWithoutInbox: forAdministrators(),
		agent: forAdministrators(),
		administrator: new Set(),
		bot: new Set(),
	};
}

export function chooseRequest(role: Role, refused: Refused, known: KnownIds, random: Random): ValidRequest {
	const routes = role === 'visitor' ? VISITORS : role === 'bot' ? BOTS : TEAMS;
	const isRefused = random.below(REFUSED_EVERY) === 0;
	const isEnd = random.below(END_EVERY) === 0;
	const askable = routes.filter(
		({ route }) => (isRefused || !refused[role].has(route)) && (isEnd || route.method !== 'DELETE'),
	);
	const { route, params, query, body } = random.oneOf(askable);
	const valueOf = (schema: JsonSchema) => exampleOf(chooseWithin(schema, known, random));
	const message = route === applicationRoutes.createMessage && random.below(2) === 0 ? random.oneOf(MESSAGES) : {};
	return {
		route,
		params: params ? { ...known.fillParams(route.path, exampleOf(params) as Values, random), account_id: 1 } : {},
		// Neither an address nor a form has null.
		query: Object.fromEntries(
			Object.entries(query ? (valueOf(query) as Values) : {}).filter(([, value]) => value !== null),
		),
		body: body && { ...(valueOf(body) as Values), ...message },
	};
}

/**
 * The schema with one of the choices, without some of the fields that may be absent, and with
 * values for what is known or new.
 */
function chooseWithin(schema: JsonSchema, known: KnownIds, random: Random, field = ''): JsonSchema {
	const found = known.valueOf(field, random);
	if (schema.const !== undefined) return schema;
	const choices = choicesOf(schema, random);
	if (choices.length > 0) return chooseWithin(random.oneOf(choices), known, random, field);
	if (schema.enum) return { const: field === 'locale' && random.below(2) === 0 ? 'en' : random.oneOf(schema.enum) };
	if (isSchema(schema.items)) return { ...schema, items: chooseWithin(schema.items, known, random, field) };
	if (schema.type === 'boolean') return { const: random.below(2) === 0 };
	if ((schema.type === 'number' || schema.type === 'string') && found !== undefined) return { const: found as string };
	if (schema.type === 'string' && field in NEW) return { const: NEW[field]?.(random.below(NUMBERS)) ?? '' };
	if (!schema.properties) return schema;
	const properties = Object.entries(schema.properties)
		.filter(
			([name]) => schema.required?.includes(name) || NEEDED.has(name) || random.below(HARD.has(name) ? 10 : 2) === 0,
		)
		.map(([name, of]) => [name, isSchema(of) ? chooseWithin(of, known, random, name) : of]);
	return { ...schema, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
}

/** The options of a union: mostly those with which something is said. */
function choicesOf({ anyOf, oneOf }: JsonSchema, random: Random): JsonSchema[] {
	const choices = (anyOf ?? oneOf ?? []).filter(isSchema);
	if (random.below(4) === 0) return choices.filter(({ type }) => type !== 'string');
	const full = choices.filter((choice) => choice.type !== 'null' && choice.const !== '');
	// A number may also be sent as its digits, which no other text is.
	return full.some(({ type }) => type === 'number') ? full.filter(({ type }) => type === 'number') : full;
}

function isSchema(schema: unknown): schema is JsonSchema {
	return typeof schema === 'object' && schema !== null;
}

/** Fields without which little is done, though they may be absent. */
const NEEDED = new Set(['contact_id', 'inbox_id', 'content']);

/** Fields whose examples are refused, since they have to be signed or secret. */
const HARD = new Set(['attachments', 'avatar', 'current_password', 'identifier_hash', 'jwt', 'source_id']);

/**
 * Fields that have to differ from what others have, or that rules are about which schemas do not
 * tell.
 */
const NEW: Readonly<Record<string, (number: number) => string>> = {
	attribute_key: (number) => `key_${number}`,
	echo_id: (number) => `echo-${number}`,
	email: (number) => `ada${number}@shop.example`,
	endpoint: (number) => `https://push.example/send/${number}`,
	identifier: (number) => `user-${number}`,
	name: (number) => `Ada ${number}`,
	password: (number) => `quiet lamp over ${number} rivers`,
	phone_number: (number) => `+49${1_000_000_000 + number}`,
	short_code: (number) => `shipping-${number}`,
	slug: (number) => `help-${number}`,
	source_id: (number) => `source-${number}`,
	title: (number) => `shipping-${number}`,
	url: (number) => `https://shop.example/cups/${number}`,
};

/** So few that some are taken. */
const NUMBERS = 100_000;

/** Messages whose fields have to fit each other. */
const MESSAGES: readonly Values[] = [
	...Object.entries(KINDS).map(([content_type, content_attributes]) => ({ content_type, content_attributes })),
	{ content_attributes: { streaming: true } },
];
