/** What a filter of contacts compares, in a query of `contacts`. */
import { sql, type Kysely } from 'kysely';
import type { CONTACT_FIELDS } from '#protocol/application/filters/conditions.ts';
import type { Database } from '../tables/schema.ts';
import { memberText, type Filterable } from './criteria.ts';

export function filterableContacts(db: Kysely<Database>): Filterable<keyof typeof CONTACT_FIELDS> {
	const column = (name: string) => sql.ref(`contacts.${name}`);
	const additional = (key: string) => memberText(db, column('additional_attributes'), key);
	return {
		columns: {
			name: column('name'),
			email: column('email'),
			phone_number: column('phone_number'),
			identifier: column('identifier'),
			company: sql`coalesce(${additional('company_name')}, ${additional('company')})`,
			city: additional('city'),
			country_code: additional('country_code'),
			labels: column('id'),
			inbox_id: column('id'),
			blocked: column('blocked'),
			created_at: column('created_at'),
			last_activity_at: column('last_activity_at'),
		},
		attributes: column('custom_attributes'),
		labels: sql`select contact_labels.title from contact_labels where contact_labels.contact_id = ${column('id')}`,
		inboxes: sql`select 1 from (select inbox_id as title from contact_inboxes where contact_inboxes.contact_id = ${column('id')}) as sessions where true`,
	};
}
