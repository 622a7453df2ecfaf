/**
 * Kinds of message and what their `content_attributes` hold (docs/wire.md, Kinds of message). A
 * kind that is unknown, or whose attributes are malformed, shows its text.
 */
import * as v from 'valibot';
import { numeric } from '../base/numeric.ts';
import { VisibleWhen } from './visibleWhen.ts';

export const InputSelectItem = v.object({ title: v.string(), value: v.string() });
export type InputSelectItem = v.InferOutput<typeof InputSelectItem>;

export const FormItem = v.object({
	type: v.picklist(['email', 'text', 'text_area', 'select']),
	name: v.string(),
	label: v.optional(v.string()),
	placeholder: v.optional(v.string()),
	default: v.optional(v.string()),
	required: v.optional(v.boolean()),
	/** The whole value has to match this regular expression; only texts have one. */
	pattern: v.optional(v.string()),
	title: v.optional(v.string()),
	/** The error shown when the value does not match `pattern`, instead of "Invalid field". */
	pattern_error: v.optional(v.string()),
	/** What a select offers. */
	options: v.optional(v.array(v.object({ label: v.string(), value: v.string() }))),
	/** Where the field shows; absent where it always does. Chatwoot has no such condition. */
	visible_when: v.optional(VisibleWhen),
});
export type FormItem = v.InferOutput<typeof FormItem>;

export const CardAction = v.variant('type', [
	v.object({ type: v.literal('link'), text: v.string(), uri: v.string() }),
	/** The button's payload is told to the host page; nothing is sent to the server. */
	v.object({ type: v.literal('postback'), text: v.string(), payload: v.string() }),
]);
export type CardAction = v.InferOutput<typeof CardAction>;

export const CardItem = v.object({
	title: v.string(),
	description: v.optional(v.string()),
	media_url: v.optional(v.string()),
	actions: v.array(CardAction),
});
export type CardItem = v.InferOutput<typeof CardItem>;

export const ArticleItem = v.object({ title: v.string(), description: v.optional(v.string()), link: v.string() });
export type ArticleItem = v.InferOutput<typeof ArticleItem>;

/** 1 poor, 2 fair, 3 average, 4 good, 5 excellent. */
export const CsatRating = v.picklist([1, 2, 3, 4, 5]);
export type CsatRating = v.InferOutput<typeof CsatRating>;

export const CsatAnswer = v.object({
	csat_survey_response: v.object({ rating: CsatRating, feedback_message: v.optional(v.nullable(v.string())) }),
});
export type CsatAnswer = v.InferOutput<typeof CsatAnswer>;

/** The same as a form sends it, where the rating is a text. */
export const CsatSubmission = v.object({
	csat_survey_response: v.object({
		...CsatAnswer.entries.csat_survey_response.entries,
		rating: v.pipe(numeric, CsatRating),
	}),
});

export const FormAnswer = v.array(v.object({ name: v.string(), value: v.string() }));
export type FormAnswer = v.InferOutput<typeof FormAnswer>;

const items = <S extends v.GenericSchema>(item: S) =>
	v.pipe(v.array(item), v.minLength(1, 'At least one item is required.'));

/**
 * Content type → its attributes. The team sends `items` (and `button_label`, `type`, `data`); the
 * other fields hold the visitor's answer.
 */
export const ContentAttributes = {
	input_email: v.object({ submitted_email: v.optional(v.nullable(v.string())) }),
	input_select: v.object({
		items: items(InputSelectItem),
		submitted_values: v.optional(v.nullable(v.array(InputSelectItem))),
	}),
	form: v.object({
		items: items(FormItem),
		button_label: v.optional(v.string()),
		submitted_values: v.optional(v.nullable(FormAnswer)),
	}),
	cards: v.object({ items: items(CardItem) }),
	article: v.object({ items: items(ArticleItem) }),
	input_csat: v.object({ submitted_values: v.optional(v.nullable(CsatAnswer)) }),
	/**
	 * A video call; the visitor's frame asks for the provider's address at the moment the visitor
	 * joins.
	 */
	integrations: v.object({ type: v.literal('dyte'), data: v.object({ meeting_id: v.string() }) }),
} as const;

export type RichContentType = keyof typeof ContentAttributes;
export type ContentAttributesOf<T extends RichContentType> = v.InferOutput<(typeof ContentAttributes)[T]>;

/** Every `content_type` that the server stores. */
export const CONTENT_TYPES = [
	'text',
	'input_email',
	'input_select',
	'form',
	'cards',
	'article',
	'input_csat',
	'integrations',
] as const;
export const ContentType = v.picklist(CONTENT_TYPES);
export type ContentType = v.InferOutput<typeof ContentType>;
