/**
 * Validates the kinds of message that the team may send besides plain text
 * (docs/application-api.md, Messages).
 */
import * as v from 'valibot';
import {
	CardAction,
	ContentAttributes,
	CONTENT_TYPES,
	FormItem,
	InputSelectItem,
	CardItem,
	ArticleItem,
	type ContentType,
} from '#protocol/entities/contentTypes.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { conditionsOnEarlier } from '#protocol/entities/visibleWhen.ts';
import { cleanBody } from '../../base/cleanBody.ts';
import { Problem } from '../../base/problem.ts';

export interface MessageKind {
	contentType: ContentType;
	/** The `content_attributes`, reduced to those of the kind. */
	contentAttributes: Attributes;
	replyTo: number | null;
}

/**
 * Throws a problem for unknown kinds, missing items, and items with keys or values that the kind
 * does not have.
 */
export function readMessageKind(type: string = 'text', given: Attributes | string = {}): MessageKind {
	if (!isContentType(type)) throw new Problem({ code: 'CONTENT_TYPE_UNKNOWN', contentType: type });
	const attributes = typeof given === 'string' ? parseObject(given) : given;
	const replyTo = Number(attributes['in_reply_to'] ?? Number.NaN);
	return {
		contentType: type,
		contentAttributes: isItemized(type) ? readItems(type, attributes) : readStreaming(type, attributes),
		replyTo: Number.isSafeInteger(replyTo) ? replyTo : null,
	};
}

/** Kinds with items, and the keys that their items may have. */
const ITEM_KEYS = {
	input_select: keysOf(InputSelectItem),
	form: keysOf(FormItem),
	cards: keysOf(CardItem),
	article: keysOf(ArticleItem),
};

const ACTION_KEYS = CardAction.options.flatMap(keysOf);

/**
 * The attributes that the team may send; the other attributes of a kind are the visitor's answer.
 */
const SENT = {
	input_select: v.pick(ContentAttributes.input_select, ['items']),
	form: v.object({
		items: v.pipe(ContentAttributes.form.entries.items, conditionsOnEarlier()),
		button_label: ContentAttributes.form.entries.button_label,
	}),
	cards: ContentAttributes.cards,
	article: ContentAttributes.article,
};

function readItems(type: keyof typeof ITEM_KEYS, attributes: Attributes): Attributes {
	const items = attributes['items'];
	if (!Array.isArray(items) || items.length === 0) throw new Problem({ code: 'ITEMS_MISSING' });
	const foreign = foreignKeys(items, ITEM_KEYS[type]);
	if (foreign.length > 0) throw new Problem({ code: 'ITEM_KEYS_UNKNOWN', keys: foreign });
	if (type === 'cards') checkActions(items);
	const result = v.safeParse(SENT[type], attributes);
	if (result.success) return result.output;
	const issues = result.issues.map((issue) => ({ path: v.getDotPath(issue), message: issue.message }));
	throw new Problem({ code: 'ITEMS_INVALID', issues });
}

/** A plain text may be written piece by piece. */
function readStreaming(type: ContentType, { streaming }: Attributes): Attributes {
	return type === 'text' && (streaming === true || streaming === 'true') ? { streaming: true } : {};
}

function checkActions(items: readonly unknown[]): void {
	const actions = items.map((item) => (isObject(item) ? item['actions'] : undefined));
	if (actions.some((list) => !Array.isArray(list) || list.length === 0)) throw new Problem({ code: 'ACTIONS_MISSING' });
	const foreign = foreignKeys(actions.flat(), ACTION_KEYS);
	if (foreign.length > 0) throw new Problem({ code: 'ACTION_KEYS_UNKNOWN', keys: foreign });
}

function foreignKeys(items: readonly unknown[], known: readonly string[]): string[] {
	const keys = items.flatMap((item) => (isObject(item) ? Object.keys(item) : []));
	return [...new Set(keys)].filter((key) => !known.includes(key));
}

/** A text that is no JSON is ignored, as in Chatwoot. */
function parseObject(text: string): Attributes {
	const value = cleanBody(parseJson(text));
	return isObject(value) ? value : {};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function keysOf(schema: { entries: object }): string[] {
	return Object.keys(schema.entries);
}

function isContentType(type: string): type is ContentType {
	return CONTENT_TYPES.some((known) => known === type);
}

function isItemized(type: ContentType): type is keyof typeof ITEM_KEYS {
	return type in ITEM_KEYS;
}

function isObject(value: unknown): value is Attributes {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
