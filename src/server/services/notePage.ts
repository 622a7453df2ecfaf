/**
 * Notes when a page shows a website's chat for the first time, for the owner who has just put it
 * there.
 */
import { isAllowedSite } from '#protocol/base/isAllowedSite.ts';
import type { Channel } from '../store/websites/channels.ts';
import { createAccountChanger, type Services } from './services.ts';

/**
 * Websites whose first page is being noted, by their inbox: a crowd that comes at once costs one
 * write.
 */
const noting = new Set<number>();

/**
 * @param page the address, or the origin, of the page that asks for the chat; undefined where the
 * browser does not say
 */
export async function notePage(services: Services, { account, inbox, widget }: Channel, page: string | undefined) {
	if (inbox.page_seen_at !== null || noting.has(inbox.id)) return;
	if (page === undefined || !isAllowedSite(page, widget.allowed_domains)) return;
	noting.add(inbox.id);
	try {
		await createAccountChanger(services, 'inbox')(account.id, ({ channels }) =>
			channels.update(inbox.id, { inbox: { page_seen_at: Date.now() } }),
		);
	} finally {
		noting.delete(inbox.id);
	}
}
