/** All migrations in order. A released one is never edited: add the next file. */
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { up as initial } from './0001_initial.ts';
import { up as conversationComplete } from './0002_conversation_complete.ts';
import { up as helpCentre } from './0003_help_centre.ts';
import { up as campaigns } from './0004_campaigns.ts';
import { up as teamAtWork } from './0005_team_at_work.ts';
import { up as labels } from './0006_labels.ts';
import { up as unreadMessages } from './0007_unread_messages.ts';
import { up as seenMessages } from './0009_seen_messages.ts';
import { up as mailQueue } from './0010_mail_queue.ts';
import { up as indexes } from './0011_indexes.ts';
import { up as deliveries } from './0012_deliveries.ts';
import { up as accessTokens } from './0013_access_tokens.ts';
import { up as deskSessions } from './0014_desk_sessions.ts';
import { up as formerMembers } from './0015_former_members.ts';
import { up as configurationVersion } from './0016_configuration_version.ts';
import { up as conversationList } from './0017_conversation_list.ts';
import { up as passwords } from './0018_passwords.ts';
import { up as deliveryQueues } from './0019_delivery_queues.ts';
import { up as sessionsByToken } from './0020_sessions_by_token.ts';
import { up as conversationsOfContact } from './0021_conversations_of_contact.ts';
import { up as labelledConversations } from './0022_labelled_conversations.ts';
import { up as conversationOrders } from './0023_conversation_orders.ts';
import { up as cannedResponses } from './0024_canned_responses.ts';
import { up as contactOrders } from './0025_contact_orders.ts';
import { up as contactDeliveries } from './0026_contact_deliveries.ts';
import { up as websiteUrl } from './0027_website_url.ts';
import { up as removedInboxes } from './0028_removed_inboxes.ts';
import { up as formerIdentityKeys } from './0029_former_identity_keys.ts';
import { up as attributeDefinitions } from './0030_attribute_definitions.ts';
import { up as words } from './0031_words.ts';
import { up as contactLabels } from './0032_contact_labels.ts';
import { up as since0_2_0 } from './0033_since_0_2_0.ts';
import { up as since0_3_0 } from './0034_since_0_3_0.ts';
import type { ColumnTypes } from './columnTypes.ts';

export interface MigrateOptions {
	/**
	 * Whether to upgrade a database of an older version; otherwise it is refused. A new database is
	 * set up in any case.
	 */
	mayUpgrade: boolean;
	/**
	 * Told when the database of an older version begins to be brought up to date, what of it is
	 * done, and when it ends.
	 */
	onUpgrade?: ((says: string) => void) | undefined;
	/**
	 * The last migration to run, for a database as an earlier version left it; all where it is
	 * absent.
	 */
	last?: string;
}

/** Upgrades the database. Throws what the failing migration threw. */
export async function migrate<Tables>(
	db: Kysely<Tables>,
	types: ColumnTypes,
	{ mayUpgrade, onUpgrade, last }: MigrateOptions,
): Promise<void> {
	const migrations: Record<string, Migration> = {
		'0001_initial': { up: (transaction) => initial(transaction, types) },
		'0002_conversation_complete': { up: (transaction) => conversationComplete(transaction, types) },
		'0003_help_centre': { up: (transaction) => helpCentre(transaction, types) },
		'0004_campaigns': { up: (transaction) => campaigns(transaction, types) },
		'0005_team_at_work': { up: (transaction) => teamAtWork(transaction, types) },
		'0006_labels': { up: (transaction) => labels(transaction, types) },
		'0007_unread_messages': { up: unreadMessages },
		'0009_seen_messages': { up: seenMessages },
		'0010_mail_queue': { up: (transaction) => mailQueue(transaction, types) },
		'0011_indexes': { up: indexes },
		'0012_deliveries': { up: deliveries },
		'0013_access_tokens': { up: (transaction) => accessTokens(transaction, types) },
		'0014_desk_sessions': { up: (transaction) => deskSessions(transaction, types) },
		'0015_former_members': { up: formerMembers },
		'0016_configuration_version': { up: (transaction) => configurationVersion(transaction, types) },
		'0017_conversation_list': { up: (transaction) => conversationList(transaction, types) },
		'0018_passwords': { up: passwords },
		'0019_delivery_queues': { up: deliveryQueues },
		'0020_sessions_by_token': { up: sessionsByToken },
		'0021_conversations_of_contact': { up: conversationsOfContact },
		'0022_labelled_conversations': { up: (transaction) => labelledConversations(transaction, types) },
		'0023_conversation_orders': { up: conversationOrders },
		'0024_canned_responses': { up: (transaction) => cannedResponses(transaction, types) },
		'0025_contact_orders': { up: contactOrders },
		'0026_contact_deliveries': { up: contactDeliveries },
		'0027_website_url': { up: websiteUrl },
		'0028_removed_inboxes': { up: removedInboxes },
		'0029_former_identity_keys': { up: formerIdentityKeys },
		'0030_attribute_definitions': { up: (transaction) => attributeDefinitions(transaction, types) },
		'0031_words': { up: (transaction) => words(transaction, types) },
		'0032_contact_labels': { up: contactLabels },
		'0033_since_0_2_0': { up: (transaction) => since0_2_0(transaction, types) },
		'0034_since_0_3_0': { up: (transaction) => since0_3_0(transaction, types) },
	};
	let tell: (says: string) => void = () => undefined;
	const provided = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
		name,
		{
			async up(transaction) {
				const begin = Date.now();
				tell(`migration ${name} begins`);
				// A pooler may lead to a connection for which a server has set one.
				if (types.id === 'bigserial') await sql`set local statement_timeout = 0`.execute(transaction);
				await up(transaction);
				tell(`migration ${name} took ${((Date.now() - begin) / 1000).toFixed(1)} s`);
			},
		},
	]);
	const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(provided) } });
	const outstanding = await listOutstanding(migrator);
	if (!mayUpgrade && outstanding.length > 0)
		throw new Error('It was made by an older version of this program: start the server, which brings it up to date');
	if (onUpgrade && outstanding.length > 0) {
		tell = onUpgrade;
		tell(
			`the database is brought up to date by ${outstanding.length} migrations, ${outstanding[0]} to ${outstanding.at(-1)}: the server listens when they are done, which may take minutes`,
		);
	}
	const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
	const [, newer] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? [];
	if (newer)
		throw new Error(`It was made by a newer version of this program (${newer}): start that, or restore a backup`);
	if (error) throw error;
	tell('the database is up to date');
}

/** What a database of an older version lacks; nothing for a new one. */
async function listOutstanding(migrator: Migrator): Promise<string[]> {
	const migrations = await migrator.getMigrations();
	const isNew = migrations.every(({ executedAt }) => executedAt === undefined);
	return isNew ? [] : migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}
