/**
 * The tag in one file, of this version and of former ones, for pages that pin it by its hash
 * (docs/tag.md).
 */
import type { Kysely } from 'kysely';
import type { Database, ReleasedScript } from './tables/schema.ts';

/** What a build has made of a version. */
export type Release = Omit<ReleasedScript, 'current_at'>;

export function createReleasedScripts(db: Kysely<Database>) {
	return {
		/**
		 * Does nothing where the version has a script: pages that pin it would refuse another one.
		 */
		async keep(release: Release, now: number): Promise<void> {
			await db
				.insertInto('released_scripts')
				.values({ ...release, current_at: now })
				.onConflict((known) => known.column('version').doNothing())
				.execute();
		},

		find: (version: string): Promise<ReleasedScript | undefined> =>
			db.selectFrom('released_scripts').selectAll().where('version', '=', version).executeTakeFirst(),

		/** The version is the server's own at this time. */
		async noteCurrent(version: string, now: number): Promise<void> {
			await db.updateTable('released_scripts').set({ current_at: now }).where('version', '=', version).execute();
		},

		/** Deletes versions that have not been the server's own since. */
		async deleteBefore(time: number): Promise<void> {
			await db.deleteFrom('released_scripts').where('current_at', '<', time).execute();
		},
	};
}
