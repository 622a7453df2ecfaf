/** The demo's help centre: articles about this product, kept as files in demo/help. */
import { fileURLToPath } from 'node:url';
import { readArticleFile } from './helpCentre/articleFile.ts';
import { createPortal, saveArticle } from './rules/editHelpCentre.ts';
import type { Repositories } from './store/store.ts';

const FOLDER = fileURLToPath(new URL('../../demo/help', import.meta.url));

/** In this order they are listed; translations come after what they translate. */
const LOCALES = ['en', 'de'] as const;
const ARTICLES = ['embedding.md', 'theming.md', 'identity.md', 'campaigns.md', 'bots.md', 'privacy.md'];

/** Does nothing where there is a portal already. */
export async function seedHelpCentre(store: Repositories, accountId: number, authorId: number): Promise<void> {
	if ((await store.portals.list(accountId)).length > 0) return;
	const portal = await createPortal(store, {
		accountId,
		slug: 'help',
		name: 'Live chat help',
		color: '#b4552d',
		locales: LOCALES,
	});
	for (const locale of LOCALES) {
		for (const name of ARTICLES) {
			const file = readArticleFile(`${FOLDER}/${locale}/${name}`);
			await saveArticle(store, { portal, locale, file, status: 'published', authorId });
		}
	}
	const channel = await store.channels.findByWebsiteToken('demo');
	if (channel) await store.channels.update(channel.inbox.id, { inbox: { portal_id: portal.id } });
}
