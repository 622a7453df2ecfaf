/** The labels that a team gives its conversations (docs/application-api.md, Labels). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { accountParams, numeric, truth } from '../base/numeric.ts';
import { entityTag } from '../base/entityTag.ts';
import type { RouteTable } from '../base/routes.ts';

/** A label's title in the form in which conversations are compared with it. */
export const labelTitle = v.pipe(
	v.string(),
	v.trim(),
	v.toLowerCase(),
	v.regex(/^[\p{L}\p{N}_-]+$/u, 'may have letters, digits, - and _'),
	maxCharacters(255, 'is too long'),
);

/** The labels of one conversation or contact. */
export const labelTitles = v.pipe(v.array(labelTitle), v.maxLength(100, 'are too many (maximum is 100)'));

/** The labels of which what is sought has any: separated by commas, or as a list `labels[]`. */
export const soughtLabels = v.pipe(
	v.string(),
	v.transform((text) =>
		text
			.toLowerCase()
			.split(',')
			.map((title) => title.trim())
			.filter(Boolean),
	),
	v.maxLength(20),
);

/** What a conversation or a contact is to be labelled with. */
export const labels = v.object({ labels: v.optional(v.nullable(labelTitles)) });

/** What it is labelled with. */
export const labelled = v.object({ payload: v.array(v.string()) });

export const Label = v.object({
	id: v.number(),
	title: v.string(),
	description: v.nullable(v.string()),
	/** `#rrggbb`. */
	color: v.string(),
	show_on_sidebar: v.boolean(),
	etag: entityTag,
});
export type Label = v.InferOutput<typeof Label>;

const looks = {
	description: v.optional(v.nullable(v.pipe(v.string(), maxCharacters(255, 'Description is too long')))),
	color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'Color is invalid'))),
	show_on_sidebar: v.optional(truth),
};
const label = v.object({ ...accountParams.entries, id: numeric });
const LABELS = '/api/v1/accounts/:account_id/labels';

export const labelRoutes = {
	listLabels: {
		method: 'GET',
		path: LABELS,
		role: 'member',
		summary: 'The labels of the account, by title',
		params: accountParams,
		response: v.object({ payload: v.array(Label) }),
	},
	showLabel: {
		method: 'GET',
		path: `${LABELS}/:id`,
		role: 'administrator',
		summary: 'One label',
		params: label,
		isConditional: true,
		response: Label,
	},
	createLabel: {
		method: 'POST',
		path: LABELS,
		role: 'administrator',
		summary: 'Adds a label',
		params: accountParams,
		wrapper: 'label',
		body: v.object({ ...looks, title: labelTitle }),
		response: Label,
	},
	updateLabel: {
		method: 'PATCH',
		path: `${LABELS}/:id`,
		role: 'administrator',
		summary: 'Changes a label, also on the conversations that have it',
		params: label,
		wrapper: 'label',
		body: v.object({ ...looks, title: v.optional(labelTitle) }),
		isConditional: true,
		response: Label,
	},
	deleteLabel: {
		method: 'DELETE',
		path: `${LABELS}/:id`,
		role: 'administrator',
		summary: 'Deletes a label; the conversations that have it keep it',
		params: label,
	},
} as const satisfies RouteTable;
