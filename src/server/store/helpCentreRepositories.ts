/** The repositories of the help centre. */
import { createArticles } from './articles.ts';
import { createCategories } from './categories.ts';
import { createPortals } from './portals.ts';

export const helpCentreRepositories = {
	portals: createPortals,
	categories: createCategories,
	articles: createArticles,
};
