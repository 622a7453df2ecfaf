/** The repositories of the help centre. */
import type { Kysely } from 'kysely';
import { createArticles } from './articles.ts';
import { createCategories } from './categories.ts';
import { createPortals } from './portals.ts';
import type { Database } from './schema.ts';

export function createHelpCentreRepositories(db: Kysely<Database>) {
	return {
		portals: createPortals(db),
		categories: createCategories(db),
		articles: createArticles(db),
	};
}
