/** The number that each change of the configuration raises (configuration.ts). */
import type { Kysely } from 'kysely';
import type { Database } from './tables/schema.ts';
import { createStatement } from './tables/statement.ts';

const FIND_VERSION = createStatement((db) => db.selectFrom('configuration_version').select('version'));

export function createConfigurationVersion(db: Kysely<Database>) {
	return {
		async find(): Promise<number> {
			return (await FIND_VERSION.executeTakeFirstOrThrow(db, {})).version;
		},
	};
}
