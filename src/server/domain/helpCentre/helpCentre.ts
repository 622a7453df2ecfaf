/**
 * What readers of a help centre may see: published articles of a portal that is not archived, in a
 * language that it offers.
 */
import type { PortalRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** The largest size of a page that may be requested (docs/wire.md, Help centre). */
const ARTICLES_PER_PAGE_MAX = 100;

export async function findPortal(store: Repositories, slug: string): Promise<PortalRow | undefined> {
	const portal = await store.portals.findBySlug(slug);
	if (!portal || portal.archived) return undefined;
	const account = await store.accounts.find(portal.account_id);
	return account?.status === 'active' ? portal : undefined;
}

/** The rows of a page; of the largest where no size is given. */
export function pageOf(page = 1, perPage = ARTICLES_PER_PAGE_MAX): { limit: number; offset: number } {
	const limit = Math.min(perPage, ARTICLES_PER_PAGE_MAX);
	return { limit, offset: (page - 1) * limit };
}
