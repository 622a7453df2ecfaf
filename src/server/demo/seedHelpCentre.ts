/** The demo shop's help centre, from the files in demo/help. */
import { readArticleFile } from '../domain/helpCentre/articleFile.ts';
import { saveArticle } from '../domain/helpCentre/editArticle.ts';
import { createPortal } from '../domain/helpCentre/editPortal.ts';
import type { Repositories } from '../store/store.ts';
import { ROOT } from '../base/programs/root.ts';

const FOLDER = `${ROOT}demo/help`;

/** The order of the list; translations have to come after their originals. */
const LOCALES = ['en', 'de'] as const;
const ARTICLES = ['shipping.md', 'returns.md', 'glaze-care.md', 'gift-cards.md', 'custom-orders.md', 'visit.md'];

/** Does nothing where the account has a portal already. */
export async function seedHelpCentre(store: Repositories, accountId: number, authorId: number): Promise<void> {
	if ((await store.portals.list(accountId)).length > 0) return;
	const channel = await store.channels.findByWebsiteToken('demo');
	const portal = await createPortal(store, {
		account_id: accountId,
		slug: 'help',
		name: 'Halden Stoneware help',
		color: '#2f5d62',
		allowed_locales: LOCALES,
		inbox_id: channel?.inbox.id,
	});
	for (const locale of LOCALES) {
		for (const name of ARTICLES) {
			const file = readArticleFile(`${FOLDER}/${locale}/${name}`);
			await saveArticle(store, { portal, locale, file, status: 'published', authorId });
		}
	}
}
