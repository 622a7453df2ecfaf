/** Challenges that websites have visitors pass before their first message, and which sessions have passed one. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const column of ['captcha_provider', 'captcha_site_key', 'captcha_secret'])
		await db.schema.alterTable('web_widgets').addColumn(column, 'text').execute();
	await db.schema.alterTable('contact_inboxes').addColumn('captcha_passed_at', 'bigint').execute();
}
