/** Generates OpenAPI 3.1 from the route tables. */
import type { GenericSchema } from 'valibot';
import type { Role, Route } from '#protocol/base/routes.ts';
import { describeCallers, TABLES } from './documentedRoutes.ts';
import { exampleOf } from './examples.ts';
import { errorResponsesOf, isChangedConditionally } from './errorResponses.ts';
import { fieldsOf, schemaOf } from './routeSchemas.ts';

/** Role → the name, among `securitySchemes`, of the header that authenticates it. */
const SECURITY: Record<Role, string | undefined> = {
	public: undefined,
	channel: undefined,
	visitor: 'visitor',
	user: 'agent',
	member: 'agent',
	memberOrBot: 'agent',
	administrator: 'agent',
};

export function openApi(): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const { prefix, title, table } of TABLES) {
		for (const [name, route] of Object.entries(table)) {
			const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
			paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(`${prefix}_${name}`, title, route) };
		}
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Live chat widget', version: '1', description: 'Generated from the route tables in src/protocol.' },
		paths,
		components: {
			securitySchemes: {
				visitor: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' },
				agent: { type: 'apiKey', in: 'header', name: 'api_access_token' },
			},
		},
	};
}

const IF_MATCH = {
	name: 'If-Match',
	in: 'header',
	required: false,
	description: 'The `etag` of what was read: the change is only made if nobody has changed it since',
	schema: { type: 'string' },
};

function operation(operationId: string, tag: string, route: Route): object {
	const parameters = [
		...parametersOf('path', route.params),
		...parametersOf('query', route.query),
		...(isChangedConditionally(route) ? [IF_MATCH] : []),
	];
	const security = SECURITY[route.role];
	return {
		operationId,
		tags: [tag],
		summary: route.summary,
		description: describeCallers(route),
		...(security ? { security: [{ [security]: [] }] } : {}),
		...(parameters.length > 0 ? { parameters } : {}),
		...(route.body ? { requestBody: { required: true, content: contentOf(route.body, route.isMultipart) } } : {}),
		...(route.bodyType === undefined
			? {}
			: {
					requestBody: {
						required: true,
						content: { [route.bodyType]: { schema: { type: 'string', format: 'binary' } } },
					},
				}),
		responses: {
			[route.status ?? 200]: {
				description: 'Success',
				...(route.response ? { content: { 'application/json': jsonOf(route.response, 'output') } } : {}),
				...(route.file === undefined
					? {}
					: { content: { [route.file]: { schema: { type: 'string', format: 'binary' } } } }),
			},
			...errorsOf(route),
		},
	};
}

/** A form has the same schema, with files in the place of their signed ids. */
function contentOf(body: GenericSchema, isMultipart = false): object {
	const json = jsonOf(body, 'input');
	return { 'application/json': json, ...(isMultipart ? { 'multipart/form-data': { schema: json.schema } } : {}) };
}

function jsonOf(of: GenericSchema, typeMode: 'input' | 'output') {
	const schema = schemaOf(of, typeMode);
	return { schema, example: exampleOf(schema) };
}

/** Status → errors; several refusals with one status are one response with several examples. */
function errorsOf(route: Route): Record<string, object> {
	const byStatus = Map.groupBy(errorResponsesOf(route), ({ status }) => status);
	return Object.fromEntries(
		[...byStatus].map(([status, refusals]) => [
			status,
			{
				description: refusals.map(({ when }) => when).join('; '),
				content: {
					[typeof refusals[0]?.body === 'string' ? 'text/plain' : 'application/json']: {
						schema: schemaOfBodies(refusals.map(({ body }) => body)),
						examples: Object.fromEntries(
							refusals.map(({ body, when }, index) => [`${index + 1}`, { summary: when, value: body }]),
						),
					},
				},
			},
		]),
	);
}

/** Refusals have texts, and lists of texts. */
function schemaOfBodies(bodies: (object | string)[]): object {
	const text = { type: 'string' };
	const shapes = bodies.map((body) => {
		if (typeof body === 'string') return text;
		const fields = Object.entries(body).map(([name, value]) => [
			name,
			Array.isArray(value) ? { type: 'array', items: text } : text,
		]);
		return { type: 'object', properties: Object.fromEntries(fields), required: Object.keys(body) };
	});
	const [first = text, ...others] = new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values();
	return others.length > 0 ? { anyOf: [first, ...others] } : first;
}

function parametersOf(place: 'path' | 'query', schema: GenericSchema | undefined): object[] {
	return fieldsOf(schema).map(({ name, isRequired, schema: of }) => ({
		name,
		in: place,
		required: place === 'path' || isRequired,
		schema: of,
	}));
}
