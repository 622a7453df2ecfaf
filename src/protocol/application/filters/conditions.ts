/**
 * The language of filters: conditions, one after the other (docs/application-api.md, Filters). A
 * table of fields says what may be asked of each: the server reads conditions by it, and the desk's
 * editor offers what it has.
 */
import * as v from 'valibot';
import { maxCharacters } from '../../base/characters.ts';

/** Conditions of one filter, and values of one condition. */
export const CONDITIONS_MAX = 50;
export const CONDITION_VALUES_MAX = 100;

export const FILTER_OPERATORS = [
	'equal_to',
	'not_equal_to',
	'contains',
	'does_not_contain',
	'starts_with',
	'is_present',
	'is_not_present',
	'is_greater_than',
	'is_less_than',
	'days_before',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/**
 * What a field's values are, and how they are compared:
 * - `word`: one of some words, as they are written.
 * - `id`: whole numbers.
 * - `text`: upper and lower case are alike.
 * - `number`, `truth`: as such.
 * - `date`: days in UTC, `YYYY-MM-DD`.
 * - `labels`: titles, of which there may be several.
 */
export type FilterKind = 'word' | 'id' | 'text' | 'number' | 'truth' | 'date' | 'labels';

export interface FilterField {
	readonly kind: FilterKind;
	readonly operators: readonly FilterOperator[];
	/** The value that means whichever. */
	readonly any?: string;
}

/** Key → field. */
export type FilterFields = Readonly<Record<string, FilterField>>;

const EQUALITY = ['equal_to', 'not_equal_to'] as const;
const PRESENCE = ['is_present', 'is_not_present'] as const;
const CONTENT = ['contains', 'does_not_contain'] as const;
const ORDER = ['is_greater_than', 'is_less_than'] as const;

const word: FilterField = { kind: 'word', operators: EQUALITY };
const reference: FilterField = { kind: 'id', operators: [...EQUALITY, ...PRESENCE] };
const text: FilterField = { kind: 'text', operators: [...EQUALITY, ...CONTENT] };
const date: FilterField = { kind: 'date', operators: [...ORDER, 'days_before'] };

/** What a filter of conversations may ask, besides the account's own attributes. */
export const CONVERSATION_FIELDS = {
	status: { ...word, any: 'all' },
	priority: word,
	assignee_id: reference,
	inbox_id: reference,
	team_id: reference,
	labels: { kind: 'labels', operators: [...EQUALITY, ...PRESENCE] },
	campaign_id: reference,
	display_id: { kind: 'id', operators: [...EQUALITY, ...CONTENT] },
	created_at: date,
	last_activity_at: date,
	browser_language: word,
	conversation_language: word,
	country_code: word,
	referer: text,
	mail_subject: text,
} as const satisfies FilterFields;

const fact: FilterField = { kind: 'text', operators: [...EQUALITY, ...CONTENT, 'starts_with', ...PRESENCE] };

/** What a filter of contacts may ask, besides the account's own attributes. */
export const CONTACT_FIELDS = {
	name: fact,
	email: fact,
	phone_number: fact,
	identifier: fact,
	company: fact,
	city: fact,
	country_code: fact,
	labels: { kind: 'labels', operators: [...EQUALITY, ...PRESENCE] },
	/** Websites where they have written or been added; Chatwoot has no such key. */
	inbox_id: reference,
	blocked: { kind: 'truth', operators: EQUALITY },
	created_at: date,
	last_activity_at: date,
} as const satisfies FilterFields;

/** What may be asked of an attribute that the account defines, by its type. */
export const ATTRIBUTE_FIELDS = {
	text: { kind: 'text', operators: [...EQUALITY, ...CONTENT, ...PRESENCE] },
	link: { kind: 'text', operators: [...EQUALITY, ...CONTENT, ...PRESENCE] },
	list: { kind: 'text', operators: [...EQUALITY, ...CONTENT, ...PRESENCE] },
	number: { kind: 'number', operators: [...EQUALITY, ...ORDER, ...PRESENCE] },
	currency: { kind: 'number', operators: [...EQUALITY, ...ORDER, ...PRESENCE] },
	percent: { kind: 'number', operators: [...EQUALITY, ...ORDER, ...PRESENCE] },
	date: { kind: 'date', operators: ['equal_to', ...ORDER, 'days_before', ...PRESENCE] },
	checkbox: { kind: 'truth', operators: [...EQUALITY, ...PRESENCE] },
} as const satisfies FilterFields;

const value = v.union([
	v.pipe(v.string(), maxCharacters(255, 'is too long (maximum is 255 characters)')),
	v.number(),
	v.boolean(),
	v.null(),
]);

/** Which key, operator and values go together is for the server to say. */
const condition = v.object({
	/** A key of the table, or of an attribute that the account defines. */
	attribute_key: v.pipe(v.string(), v.maxLength(255)),
	filter_operator: v.pipe(v.string(), v.maxLength(50)),
	/** Of several, one is enough; with a negative operator, none may apply. */
	values: v.optional(
		v.nullable(
			v.pipe(v.array(value), v.maxLength(CONDITION_VALUES_MAX, `are too many (maximum is ${CONDITION_VALUES_MAX})`)),
		),
	),
	/** `and` or `or`, before the next condition; `and` binds closer. Null at the last one. */
	query_operator: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(50)))),
});
export type FilterCondition = v.InferOutput<typeof condition>;

/** An empty list means everything. */
export const filterBody = v.object({
	payload: v.pipe(
		v.array(condition),
		v.maxLength(CONDITIONS_MAX, `has too many conditions (maximum is ${CONDITIONS_MAX})`),
	),
});
export type FilterBody = v.InferOutput<typeof filterBody>;
