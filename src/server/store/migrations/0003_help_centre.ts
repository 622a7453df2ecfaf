/** The help centre: portals, categories, articles, and which channel has which portal. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema
		.createTable('portals')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('slug', 'text', (column) => column.notNull().unique())
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('color', 'text', (column) => column.notNull())
		.addColumn('page_title', 'text')
		.addColumn('header_text', 'text')
		.addColumn('homepage_link', 'text')
		.addColumn('default_locale', 'text', (column) => column.notNull())
		.addColumn('allowed_locales', types.json, (column) => column.notNull())
		.addColumn('archived', 'boolean', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.execute();

	await db.schema
		.createTable('categories')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('portal_id', 'bigint', (column) => column.notNull().references('portals.id'))
		.addColumn('locale', 'text', (column) => column.notNull())
		.addColumn('slug', 'text', (column) => column.notNull())
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('description', 'text', (column) => column.notNull())
		.addColumn('position', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('categories_slug', ['portal_id', 'locale', 'slug'])
		.execute();

	await db.schema
		.createTable('articles')
		.addColumn('id', types.id, types.primaryKey)
		.addColumn('portal_id', 'bigint', (column) => column.notNull().references('portals.id'))
		.addColumn('category_id', 'bigint', (column) => column.references('categories.id'))
		.addColumn('author_id', 'bigint', (column) => column.references('users.id'))
		.addColumn('original_id', 'bigint', (column) => column.references('articles.id'))
		.addColumn('locale', 'text', (column) => column.notNull())
		.addColumn('slug', 'text', (column) => column.notNull())
		.addColumn('title', 'text', (column) => column.notNull())
		.addColumn('description', 'text', (column) => column.notNull())
		.addColumn('content', 'text', (column) => column.notNull())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('position', 'bigint', (column) => column.notNull())
		.addColumn('views', 'bigint', (column) => column.notNull().defaultTo(0))
		.addColumn('search_title', 'text', (column) => column.notNull())
		.addColumn('search_text', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addUniqueConstraint('articles_slug', ['portal_id', 'slug'])
		.execute();
	await db.schema
		.createIndex('articles_listed')
		.on('articles')
		.columns(['portal_id', 'locale', 'status', 'position'])
		.execute();

	await db.schema
		.alterTable('inboxes')
		.addColumn('portal_id', 'bigint', (column) => column.references('portals.id'))
		.execute();
}
