/** Pages of contacts in an order (docs/application-api.md, Contacts). */
import * as v from 'valibot';
import { DEFAULT_CONTACT_SORT, type contactPage, type contactQuery } from '#protocol/application/contactRoutes.ts';
import { storableText } from '../../base/cleanBody.ts';
import type { ContactKey, ContactsInOrder, ContactSlice } from '../../store/contacts/contactList.ts';
import { invalid } from '../routing/httpError.ts';

type Query = Pick<v.InferOutput<typeof contactQuery>, 'page' | 'cursor' | 'per_page' | 'sort'>;
type Meta = v.InferOutput<typeof contactPage>['meta'];

const TextKey = v.tuple([v.pipe(v.string(), v.transform(storableText)), v.pipe(v.number(), v.safeInteger())]);
const NumberKey = v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.number(), v.safeInteger())]);

/** Which contacts a call asks for. Throws 422 for a cursor of another order, or of none. */
export function sliceOf({ page = 1, cursor, per_page: limit, sort = DEFAULT_CONTACT_SORT }: Query): ContactSlice {
	return { sort, limit, start: cursor === undefined ? { page } : { after: readCursor(cursor, sort) } };
}

/** @param count counts the list's contacts, where the call names a page by its number */
export async function metaOf(
	{ page = 1, cursor }: Query,
	{ next }: ContactsInOrder,
	count: () => Promise<number>,
): Promise<Meta> {
	return {
		...(cursor === undefined && { count: await count() }),
		current_page: page,
		next_cursor: next ? writeCursor(next) : null,
	};
}

function readCursor(cursor: string, sort: ContactSlice['sort']): ContactKey {
	const key = /^-?(name|email)$/.test(sort) ? TextKey : NumberKey;
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), key), Buffer.from(cursor, 'base64url').toString());
	if (!read.success) throw invalid('Cursor is invalid', ['cursor']);
	const [value, id] = read.output;
	return { value, id };
}

function writeCursor({ value, id }: ContactKey): string {
	return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}
