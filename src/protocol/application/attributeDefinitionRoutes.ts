/**
 * Which custom attributes a team records of contacts and conversations (docs/application-api.md,
 * Custom attributes).
 */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { entityTag } from '../base/entityTag.ts';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

export const ATTRIBUTE_TYPES = ['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'] as const;
export const ATTRIBUTE_MODELS = ['conversation_attribute', 'contact_attribute'] as const;

/** No object may be told to have these: what reads requests leaves them out. */
const NEVER_STORED = ['__proto__', 'constructor', 'prototype'];

/**
 * What contacts and conversations have anyway: an attribute of that name could not be told apart in
 * a filter.
 */
export const RESERVED_KEYS: Record<(typeof ATTRIBUTE_MODELS)[number], readonly string[]> = {
	conversation_attribute: [
		...NEVER_STORED,
		...'status priority assignee_id inbox_id team_id display_id campaign_id labels browser_language conversation_language country_code referer created_at last_activity_at'.split(
			' ',
		),
	],
	contact_attribute: [
		...NEVER_STORED,
		...'name email phone_number identifier country_code city created_at last_activity_at referer blocked'.split(' '),
	],
};

/** One of these words, or its number, as Chatwoot's clients send it. */
function wordOrNumber<const W extends readonly string[]>(words: W) {
	const byNumber = v.pipe(
		numeric,
		v.transform((number): unknown => words[number]),
		v.picklist(words),
	);
	return v.union([v.picklist(words), byNumber], `must be one of ${words.join(', ')}`);
}

const line = v.pipe(v.string(), v.trim(), maxCharacters(255, 'is too long (maximum is 255 characters)'));
const needed = v.pipe(line, v.minLength(1, "can't be blank"));
const description = v.nullable(v.pipe(v.string(), maxCharacters(1_000, 'is too long (maximum is 1000 characters)')));

const facts = {
	attribute_display_name: needed,
	attribute_display_type: wordOrNumber(ATTRIBUTE_TYPES),
	attribute_description: description,
	attribute_key: needed,
	attribute_model: wordOrNumber(ATTRIBUTE_MODELS),
	/** What a list offers. */
	attribute_values: v.pipe(v.array(line), v.maxLength(200, 'are too many (maximum is 200)')),
	regex_pattern: v.nullable(line),
	regex_cue: v.nullable(line),
};

export const AttributeDefinition = v.object({
	id: v.number(),
	attribute_display_name: v.string(),
	attribute_display_type: v.picklist(ATTRIBUTE_TYPES),
	attribute_description: v.nullable(v.string()),
	attribute_key: v.string(),
	regex_pattern: v.nullable(v.string()),
	regex_cue: v.nullable(v.string()),
	attribute_values: v.array(v.string()),
	attribute_model: v.picklist(ATTRIBUTE_MODELS),
	/** ISO 8601. */
	created_at: v.string(),
	/** ISO 8601. */
	updated_at: v.string(),
	etag: entityTag,
});
export type AttributeDefinition = v.InferOutput<typeof AttributeDefinition>;

const definition = v.object({ ...accountParams.entries, id: numeric });
const DEFINITIONS = '/api/v1/accounts/:account_id/custom_attribute_definitions';
const wrapper = 'custom_attribute_definition';

export const attributeDefinitionRoutes = {
	listAttributeDefinitions: {
		method: 'GET',
		path: DEFINITIONS,
		role: 'member',
		summary: 'The custom attributes of contacts and conversations, or of one of them, by key',
		params: accountParams,
		query: v.object({ attribute_model: v.optional(facts.attribute_model) }),
		response: v.array(AttributeDefinition),
	},
	showAttributeDefinition: {
		method: 'GET',
		path: `${DEFINITIONS}/:id`,
		role: 'member',
		summary: 'One custom attribute',
		params: definition,
		isConditional: true,
		response: AttributeDefinition,
	},
	createAttributeDefinition: {
		method: 'POST',
		path: DEFINITIONS,
		role: 'member',
		summary: 'Defines a custom attribute',
		params: accountParams,
		wrapper,
		body: v.object({
			...v.partial(v.object(facts)).entries,
			attribute_display_name: facts.attribute_display_name,
			attribute_key: facts.attribute_key,
		}),
		response: AttributeDefinition,
	},
	updateAttributeDefinition: {
		method: 'PATCH',
		path: `${DEFINITIONS}/:id`,
		role: 'member',
		summary: 'Changes the definition of a custom attribute',
		params: definition,
		wrapper,
		body: v.partial(v.object(facts)),
		isConditional: true,
		response: AttributeDefinition,
	},
	deleteAttributeDefinition: {
		method: 'DELETE',
		path: `${DEFINITIONS}/:id`,
		role: 'member',
		summary: 'Deletes the definition of a custom attribute; what is recorded stays',
		params: definition,
		status: 204,
	},
} as const satisfies RouteTable;
