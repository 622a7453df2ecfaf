/** What a filter of conversations compares, in a query of `conversations`. */
import { sql, type Kysely } from 'kysely';
import type { CONVERSATION_FIELDS } from '#protocol/application/filters/conditions.ts';
import type { Database } from '../tables/schema.ts';
import { memberText, type Filterable } from './criteria.ts';

export function filterableConversations(db: Kysely<Database>): Filterable<keyof typeof CONVERSATION_FIELDS> {
	const column = (name: string) => sql.ref(`conversations.${name}`);
	const additional = (key: string) => memberText(db, column('additional_attributes'), key);
	return {
		columns: {
			status: column('status'),
			priority: column('priority'),
			assignee_id: column('assignee_id'),
			inbox_id: column('inbox_id'),
			team_id: column('team_id'),
			labels: column('labels'),
			campaign_id: sql`(select campaigns.display_id from campaigns where campaigns.id = ${column('campaign_id')})`,
			display_id: column('display_id'),
			created_at: column('created_at'),
			last_activity_at: column('last_activity_at'),
			browser_language: additional('browser_language'),
			conversation_language: sql`coalesce(${additional('conversation_language')}, ${column('locale')})`,
			country_code: additional('country_code'),
			referer: additional('referer'),
			mail_subject: additional('mail_subject'),
		},
		attributes: column('custom_attributes'),
		labels: sql`select conversation_labels.title from conversation_labels where conversation_labels.conversation_id = ${column('id')}`,
	};
}
