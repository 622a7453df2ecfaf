/** Which custom attributes a team records of contacts and conversations. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { AttributeDefinitionRow, Database } from '../tables/schema.ts';

type NewDefinition = Omit<Insertable<Database['attribute_definitions']>, 'created_at' | 'updated_at'>;

export function createAttributeDefinitions(db: Kysely<Database>) {
	return {
		/** All of the account, by key. */
		list: (accountId: number): Promise<AttributeDefinitionRow[]> =>
			db
				.selectFrom('attribute_definitions')
				.selectAll()
				.where('account_id', '=', accountId)
				.orderBy('attribute_key')
				.orderBy('id')
				.execute(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<AttributeDefinitionRow> =>
			db
				.selectFrom('attribute_definitions')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		insert: (definition: NewDefinition): Promise<AttributeDefinitionRow> =>
			db
				.insertInto('attribute_definitions')
				.values({ ...definition, created_at: Date.now(), updated_at: Date.now() })
				.returningAll()
				.executeTakeFirstOrThrow(),

		update: (id: number, change: Updateable<Database['attribute_definitions']>): Promise<AttributeDefinitionRow> =>
			db
				.updateTable('attribute_definitions')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		async delete(id: number): Promise<void> {
			await db.deleteFrom('attribute_definitions').where('id', '=', id).execute();
		},
	};
}
