/** Texts that agents insert by a short code (docs/application-api.md, Canned responses). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { entityTag } from '../base/entityTag.ts';
import { CANNED_RESPONSE_MAX } from '../base/limits.ts';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { Translations, TranslationsChange } from '../entities/translations.ts';

export const CannedResponse = v.object({
	id: v.number(),
	account_id: v.number(),
	short_code: v.string(),
	/** Markdown. */
	content: v.string(),
	/** The content in other languages: language → `content` → text. */
	translations: Translations,
	/**
	 * The content in the language of the conversation that the request names; absent where it has
	 * no translation there.
	 */
	spoken: v.optional(v.string()),
	/** ISO 8601. */
	created_at: v.string(),
	/** ISO 8601. */
	updated_at: v.string(),
	etag: entityTag,
});
export type CannedResponse = v.InferOutput<typeof CannedResponse>;

/** The rules of the two, for routes and commands alike. */
export const shortCode = v.pipe(
	v.string(),
	v.trim(),
	v.minLength(1, "Short code can't be blank"),
	maxCharacters(255, 'Short code is too long (maximum is 255 characters)'),
);
export const cannedContent = v.pipe(
	v.string(),
	v.regex(/\S/, "Content can't be blank"),
	maxCharacters(CANNED_RESPONSE_MAX, `Content is too long (maximum is ${CANNED_RESPONSE_MAX} characters)`),
);
const translations = v.optional(TranslationsChange);
const cannedResponse = v.object({ ...accountParams.entries, id: numeric });
const CANNED_RESPONSES = '/api/v1/accounts/:account_id/canned_responses';

export const cannedResponseRoutes = {
	listCannedResponses: {
		method: 'GET',
		path: CANNED_RESPONSES,
		role: 'member',
		summary:
			'The canned responses of the account, by short code; with `search`, those that have it, in the short code first',
		params: accountParams,
		query: v.object({
			search: v.optional(v.pipe(v.string(), maxCharacters(255, 'Search is too long'))),
			/** For whose visitor they are. */
			conversation_id: v.optional(numeric),
		}),
		response: v.array(CannedResponse),
	},
	createCannedResponse: {
		method: 'POST',
		path: CANNED_RESPONSES,
		role: 'member',
		summary: 'Adds a canned response',
		params: accountParams,
		wrapper: 'canned_response',
		body: v.object({ short_code: shortCode, content: cannedContent, translations }),
		response: CannedResponse,
	},
	updateCannedResponse: {
		method: 'PATCH',
		path: `${CANNED_RESPONSES}/:id`,
		role: 'member',
		summary: 'Changes a canned response',
		params: cannedResponse,
		wrapper: 'canned_response',
		body: v.object({ short_code: v.optional(shortCode), content: v.optional(cannedContent), translations }),
		isConditional: true,
		response: CannedResponse,
	},
	deleteCannedResponse: {
		method: 'DELETE',
		path: `${CANNED_RESPONSES}/:id`,
		role: 'member',
		summary: 'Deletes a canned response',
		params: cannedResponse,
	},
} as const satisfies RouteTable;
