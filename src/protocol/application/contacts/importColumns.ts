/** The columns of a table of contacts, beside those of custom attributes. */

/** What an import stores. */
export const STORED_COLUMNS = [
	'name',
	'email',
	'phone_number',
	'identifier',
	'company_name',
	'city',
	'country',
	'labels',
] as const;
export type StoredColumn = (typeof STORED_COLUMNS)[number];

/** What an export says besides; an import ignores it. */
export const TOLD_COLUMNS = ['id', 'hmac_verified', 'blocked', 'created_at', 'last_activity_at'] as const;

/** Contacts of one file. */
export const IMPORTED_CONTACTS_MAX = 100_000;

/** Lines after each of which the answer to an import goes on. */
export const IMPORT_STEP = 100;
