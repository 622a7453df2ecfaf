/** A help centre for tests of the widget. */
import type { Article, Portal } from '#protocol/entities/articles.ts';

export const PORTAL: Portal = {
	id: 1,
	account_id: 1,
	name: 'Help',
	slug: 'help',
	color: '#1f93ff',
	homepage_link: null,
	page_title: null,
	header_text: null,
	archived: false,
	config: { allowed_locales: ['en', 'de', 'pt'], default_locale: 'en' },
};

/** One of seven articles, of which the first is the most read. */
export function makeArticle(title: string, index: number, changes: Partial<Article> = {}): Article {
	const slug = title.toLowerCase().replaceAll(' ', '-');
	return {
		id: index + 1,
		category_id: null,
		title,
		content: '',
		description: `About ${title}`,
		status: 'published',
		position: index,
		account_id: 1,
		last_updated_at: '2026-01-01T00:00:00.000Z',
		slug,
		portal: {
			name: 'Help',
			slug: 'help',
			page_title: null,
			header_text: null,
			homepage_link: null,
			meta: { articles_count: 7, categories_count: 0, default_locale: 'en' },
		},
		views: 7 - index,
		link: `hc/help/articles/${slug}`,
		...changes,
	};
}
