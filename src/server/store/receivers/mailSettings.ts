/** How the installation sends and fetches mail, as it was set up at the desk or by command. */
import type { Kysely } from 'kysely';
import type { Database, MailSettingsRow } from '../tables/schema.ts';

const ID = 1;

/** Without what the server's environment sets. */
export type StoredMailSettings = Omit<MailSettingsRow, 'id'>;

export const NO_MAIL_SETTINGS: StoredMailSettings = {
	sender: null,
	reply_to: null,
	smtp_host: null,
	smtp_port: null,
	smtp_security: null,
	smtp_user: null,
	smtp_password: null,
	imap_host: null,
	imap_port: null,
	imap_security: null,
	imap_user: null,
	imap_password: null,
	imap_folder: null,
	dkim_selector: null,
	dkim_key: null,
};

export function createMailSettings(db: Kysely<Database>) {
	return {
		async find(): Promise<StoredMailSettings> {
			const row = await db.selectFrom('mail_settings').selectAll().where('id', '=', ID).executeTakeFirst();
			if (!row) return NO_MAIL_SETTINGS;
			const { id: _, ...settings } = row;
			return settings;
		},

		/** As `find`. The row stays locked until the transaction ends. */
		async lock(): Promise<StoredMailSettings> {
			await db
				.insertInto('mail_settings')
				.values({ id: ID, ...NO_MAIL_SETTINGS })
				.onConflict((conflict) => conflict.column('id').doUpdateSet({ id: ID }))
				.execute();
			return this.find();
		},

		async update(settings: StoredMailSettings): Promise<void> {
			await db.updateTable('mail_settings').set(settings).where('id', '=', ID).execute();
		},
	};
}
