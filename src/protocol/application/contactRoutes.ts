/** The people that a team knows (docs/application-api.md, Contacts). */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import { maxCharacters } from '../base/characters.ts';
import { Contact, TeamConversation } from '../entities/entities.ts';
import { contactNoteRoutes } from './contacts/contactNoteRoutes.ts';
import { filterBody } from './filters/conditions.ts';
import { labelled, labels, soughtLabels } from './labelRoutes.ts';
import { NAME_MAX } from '../base/limits.ts';
import { accountParams, numeric, orNone, pageNumber, truth } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

export const InboxOfContact = v.object({
	id: v.number(),
	avatar_url: v.string(),
	name: v.string(),
	channel_type: v.literal('Channel::WebWidget'),
});

/** Why no mail goes to an address: the person wants none, or its mail server does not know it. */
const EmailRefusal = v.picklist(['unsubscribed', 'undeliverable']);
export type EmailRefusal = v.InferOutput<typeof EmailRefusal>;

export const TeamContact = v.object({
	...Contact.entries,
	/**
	 * Whether a site has proven in one of the sessions that the visitor is this person. Chatwoot
	 * has no such field.
	 */
	hmac_verified: v.boolean(),
	/**
	 * Why no mail goes to the contact's address; absent where nothing is known of it at this
	 * contact. Chatwoot has no such field.
	 */
	email_refusal: v.optional(EmailRefusal),
	/** Titles, in alphabetical order. Chatwoot has no such field. */
	labels: v.array(v.string()),
	/** The newest sessions; absent where the call wants none. */
	contact_inboxes: v.optional(
		v.array(
			v.object({
				source_id: v.string(),
				/**
				 * Whether it is proven in this session; otherwise the visitor only claims it.
				 * Chatwoot has no such field.
				 */
				hmac_verified: v.boolean(),
				inbox: InboxOfContact,
			}),
		),
	),
});
export type TeamContact = v.InferOutput<typeof TeamContact>;

export const DEFAULT_CONTACT_SORT = '-last_activity_at';
/** Ascending, and with `-` descending. */
export const CONTACT_SORTS = [
	'name',
	'-name',
	'email',
	'-email',
	'last_activity_at',
	DEFAULT_CONTACT_SORT,
	'created_at',
	'-created_at',
] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

const short = v.pipe(v.string(), maxCharacters(NAME_MAX, `is too long (maximum is ${NAME_MAX} characters)`));

/** What is blank is removed; the name stays. */
export const facts = v.object({
	name: v.optional(v.nullable(short)),
	/** At most one contact of the account has it; so have the next two. */
	email: v.optional(v.nullable(short)),
	/** `+`, then up to 15 digits. */
	phone_number: v.optional(v.nullable(short)),
	identifier: v.optional(v.nullable(short)),
	/** `https://…`. */
	avatar_url: v.optional(orNone(v.pipe(v.string(), v.maxLength(2_000), v.url(), v.regex(/^https:/i)))),
	blocked: v.optional(truth),
	/** They are merged with the stored ones. */
	custom_attributes: v.optional(Attributes),
	/** They replace the stored ones. */
	additional_attributes: v.optional(Attributes),
});
export type ContactFacts = v.InferOutput<typeof facts>;

/** Contacts of one page, unless the call names another number. */
export const CONTACTS_PER_PAGE = 15;
export const CONTACTS_PER_PAGE_MAX = 100;

const shown = { include_contact_inboxes: v.optional(truth, true) };
export const contactQuery = v.object({
	...shown,
	page: pageNumber,
	/**
	 * `next_cursor` of the page before, in place of `page`: what moves in between is neither
	 * skipped nor listed twice. Chatwoot has no such parameter.
	 */
	cursor: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,3000}$/, 'Cursor is invalid'))),
	/** Chatwoot has no such parameter. */
	per_page: v.optional(v.pipe(numeric, v.minValue(1), v.maxValue(CONTACTS_PER_PAGE_MAX)), CONTACTS_PER_PAGE),
	/** An unknown one means the default. */
	sort: v.optional(v.fallback(v.picklist(CONTACT_SORTS), DEFAULT_CONTACT_SORT)),
	/** Contacts that have any of these; an empty list means all contacts. */
	labels: v.optional(soughtLabels),
});
/** Words that are searched for. */
const words = v.optional(v.pipe(v.string(), v.maxLength(255)), '');
export const contactPage = v.object({
	meta: v.object({
		/** Absent after a cursor: it is counted once for a list. */
		count: v.optional(v.number()),
		current_page: v.number(),
		/** Null on the last page. */
		next_cursor: v.nullable(v.string()),
	}),
	payload: v.array(TeamContact),
});
const contact = v.object({ ...accountParams.entries, id: numeric });
const one = v.object({ payload: TeamContact });

const columnNames = v.array(v.pipe(v.string(), v.maxLength(255)));
const importBody = v.object({
	/** CSV. */
	import_file: v.string(),
	/**
	 * Names of columns in place of the file's headings, a list, as JSON in a form; '' leaves a
	 * column out.
	 */
	columns: v.optional(v.union([columnNames, v.pipe(v.string(), v.parseJson(), columnNames)])),
});
const RefusedLine = v.object({
	line: v.number(),
	reason: v.string(),
	/** Which column is wrong; absent where the line names no person. */
	column: v.optional(v.string()),
});
export type RefusedLine = v.InferOutput<typeof RefusedLine>;
const ImportedLine = v.union([
	v.object({
		/** Of the file, from 1. */
		line: v.number(),
		outcome: v.picklist(['created', 'updated']),
		...v.pick(TeamContact, ['name', 'email', 'phone_number', 'identifier', 'labels']).entries,
		custom_attributes: Attributes,
		additional_attributes: Attributes,
	}),
	RefusedLine,
]);
export type ImportedLine = v.InferOutput<typeof ImportedLine>;
const ImportPreview = v.object({
	/** Of the file. */
	headings: v.array(v.string()),
	/** Names by which the columns are read, at the same places. */
	columns: v.array(v.string()),
	lines: v.array(ImportedLine),
});
export type ImportPreview = v.InferOutput<typeof ImportPreview>;
export const ImportReport = v.object({
	/** Of the file. */
	lines: v.number(),
	created: v.number(),
	updated: v.number(),
	refused: v.array(RefusedLine),
});
export type ImportReport = v.InferOutput<typeof ImportReport>;

const CONTACTS = '/api/v1/accounts/:account_id/contacts';

export const contactRoutes = {
	...contactNoteRoutes,
	listContacts: {
		method: 'GET',
		path: CONTACTS,
		role: 'member',
		summary: 'The contacts with an e-mail address, a phone number or an identifier, 15 a page; `labels[]` chooses',
		params: accountParams,
		query: contactQuery,
		response: contactPage,
	},
	filterContacts: {
		method: 'POST',
		path: `${CONTACTS}/filter`,
		role: 'member',
		summary: 'Contacts that conditions choose, also anonymous visitors, 15 a page',
		params: accountParams,
		/** `q` and `labels[]` choose among them. Chatwoot has no such parameters. */
		query: v.object({ ...contactQuery.entries, q: words }),
		body: filterBody,
		response: contactPage,
	},
	showContact: {
		method: 'GET',
		path: `${CONTACTS}/:id`,
		role: 'member',
		summary: 'One contact',
		params: contact,
		query: v.object(shown),
		response: one,
	},
	createContact: {
		method: 'POST',
		path: CONTACTS,
		role: 'member',
		inbox: 'member',
		summary: 'Adds a contact, with a session in an inbox where one is named',
		params: accountParams,
		body: v.object({
			...facts.entries,
			inbox_id: v.optional(orNone(numeric)),
			/** What the session in that inbox is called; no other of the inbox is. */
			source_id: v.optional(orNone(v.pipe(short, v.minLength(1)))),
		}),
		response: v.object({
			payload: v.object({
				contact: TeamContact,
				/** The new session. */
				contact_inbox: v.object({ inbox: v.nullable(InboxOfContact), source_id: v.nullable(v.string()) }),
			}),
		}),
	},
	updateContact: {
		method: 'PATCH',
		path: `${CONTACTS}/:id`,
		role: 'member',
		summary: 'Changes what is known about a contact, or blocks them: what they write opens no conversation then',
		params: contact,
		query: v.object(shown),
		body: facts,
		response: one,
	},
	deleteContact: {
		method: 'DELETE',
		path: `${CONTACTS}/:id`,
		role: 'administrator',
		summary: 'Deletes a contact with all their sessions, conversations and files',
		params: contact,
	},
	revokeContactSessions: {
		method: 'POST',
		path: `${CONTACTS}/:id/revoke_sessions`,
		role: 'administrator',
		summary: 'Makes the visitor tokens in all browsers of a contact invalid; what was said stays with the contact',
		params: contact,
		response: v.object({ revoked: v.number() }),
	},
	exportContact: {
		method: 'GET',
		path: `${CONTACTS}/:id/export`,
		role: 'administrator',
		summary: 'Everything of one contact as a ZIP archive: JSON and files',
		params: contact,
		file: 'application/zip',
	},
	exportContacts: {
		method: 'POST',
		path: `${CONTACTS}/export`,
		role: 'administrator',
		summary: 'The contacts of the list, or those that conditions choose, as CSV',
		params: accountParams,
		body: v.object({
			/** As a filter takes them; without any the contacts of the list. */
			payload: v.optional(filterBody.entries.payload, []),
			/** Those that have it. */
			label: v.optional(orNone(v.string())),
			/** Chatwoot has no such field. */
			q: words,
		}),
		file: 'text/csv; charset=utf-8',
	},
	importContacts: {
		method: 'POST',
		path: `${CONTACTS}/import`,
		role: 'administrator',
		summary: 'Adds contacts from a CSV file, or changes those that are known, and reports what is refused',
		params: accountParams,
		body: importBody,
		isMultipart: true,
		/** `ImportReport`, with a line's end after each hundred lines. */
		file: 'application/json; charset=utf-8',
	},
	previewImport: {
		method: 'POST',
		path: `${CONTACTS}/import/preview`,
		role: 'administrator',
		summary: 'What the first ten lines of a CSV file would become; nothing is stored',
		params: accountParams,
		body: importBody,
		isMultipart: true,
		response: ImportPreview,
	},
	destroyContactAttributes: {
		method: 'POST',
		path: `${CONTACTS}/:id/destroy_custom_attributes`,
		role: 'member',
		summary: 'Removes custom attributes of a contact by their names',
		params: contact,
		body: v.object({ custom_attributes: v.array(v.string()) }),
		response: one,
	},
	mergeContacts: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/actions/contact_merge',
		role: 'member',
		summary: 'Makes one contact of two: the base keeps its own facts, and gets what it lacks and all conversations',
		params: accountParams,
		body: v.object({ base_contact_id: numeric, mergee_contact_id: numeric }),
		response: TeamContact,
	},
	listContactLabels: {
		method: 'GET',
		path: `${CONTACTS}/:id/labels`,
		role: 'member',
		summary: 'The labels of a contact',
		params: contact,
		response: labelled,
	},
	setContactLabels: {
		method: 'POST',
		path: `${CONTACTS}/:id/labels`,
		role: 'member',
		summary: 'Replaces the labels of a contact; they need not be labels of the account',
		params: contact,
		body: labels,
		response: labelled,
	},
	listContactConversations: {
		method: 'GET',
		path: `${CONTACTS}/:id/conversations`,
		role: 'member',
		summary:
			'A contact’s conversations in the inboxes that the agent sees: the 20 with the last activity, of any status',
		params: contact,
		response: v.object({ payload: v.array(TeamConversation) }),
	},
} as const satisfies RouteTable;
