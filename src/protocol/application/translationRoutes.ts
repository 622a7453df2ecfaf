/**
 * A website's texts in other languages, as files for translators (docs/application-api.md,
 * Inboxes).
 */
import * as v from 'valibot';
import { TeamInbox } from './inboxRoutes.ts';
import { TRANSLATIONS_BYTES } from '../base/limits.ts';
import { LOCALES } from '../base/locales.ts';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

const locale = v.picklist(LOCALES, 'is no known locale');
const inbox = v.object({ ...accountParams.entries, id: numeric });
const TRANSLATIONS = '/api/v1/accounts/:account_id/inboxes/:id/translations';

export const translationRoutes = {
	exportTranslations: {
		method: 'GET',
		path: TRANSLATIONS,
		role: 'administrator',
		summary:
			"What a website's owner writes for visitors, with its translations into a language, as a file that translators know (PO)",
		params: inbox,
		query: v.object({ locale }),
		file: 'text/x-gettext-translation; charset=utf-8',
	},
	importTranslations: {
		method: 'POST',
		path: TRANSLATIONS,
		role: 'administrator',
		summary: 'Takes the translations of such a file; what is empty there, or marked as fuzzy, stays as it is here',
		params: inbox,
		body: v.object({
			/** The file's content. */
			file: v.pipe(v.string(), v.maxLength(2 * TRANSLATIONS_BYTES, 'is too long')),
			/** By default what the file's header says. */
			locale: v.optional(locale),
		}),
		response: TeamInbox,
	},
	copyTranslations: {
		method: 'POST',
		path: `${TRANSLATIONS}/copy`,
		role: 'administrator',
		summary: 'Takes the texts of one language for another, where that has none',
		params: inbox,
		body: v.object({ from: locale, to: locale }),
		response: TeamInbox,
	},
} as const satisfies RouteTable;
