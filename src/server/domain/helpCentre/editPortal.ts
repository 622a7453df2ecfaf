/** Changes an account's help centres, for scripts of the team, commands and the demo alike. */
import { DEFAULT_LOCALE } from '#protocol/base/locales.ts';
import { Problem } from '../../base/problem.ts';
import type { CategoryChange } from '../../store/helpCentre/categories.ts';
import type { CategoryRow, PortalRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

/** The default colour of a portal. */
const PORTAL_COLOR = '#1f93ff';

type Changeable = 'name' | 'color' | 'page_title' | 'header_text' | 'homepage_link' | 'default_locale';

/** Undefined fields stay unchanged, or get the default where the portal is new. */
type PortalFacts = { [Column in Changeable]?: PortalRow[Column] | undefined } & {
	/** If they lack the default locale, the first of them becomes it. */
	allowed_locales?: readonly string[] | undefined;
	/** A channel whose visitors are offered the portal from now on. */
	inbox_id?: number | undefined;
};

export type NewPortal = PortalFacts & Pick<PortalRow, 'account_id' | 'slug' | 'name'>;
export type PortalChange = PortalFacts & { archived?: boolean | undefined };

export async function createPortal(store: Repositories, portal: NewPortal): Promise<PortalRow> {
	const { slug } = portal;
	if (await store.portals.findBySlug(slug)) throw new Problem({ code: 'SLUG_TAKEN', slug });
	const created = await store.portals.insert({
		account_id: portal.account_id,
		name: portal.name,
		slug,
		color: portal.color ?? PORTAL_COLOR,
		header_text: portal.header_text ?? null,
		homepage_link: portal.homepage_link ?? null,
		page_title: portal.page_title ?? null,
		...chooseLocales(portal, { default_locale: '', allowed_locales: [DEFAULT_LOCALE] }),
	});
	await offer(store, created, portal.inbox_id);
	await recordChange(store, { ...auditedPortal(created), after: created });
	return created;
}

export async function changePortal(store: Repositories, portal: PortalRow, change: PortalChange): Promise<PortalRow> {
	const { inbox_id, ...columns } = change;
	await offer(store, portal, inbox_id);
	const changed = await store.portals.update(portal.id, { ...columns, ...chooseLocales(change, portal) });
	await recordChange(store, { ...auditedPortal(changed), before: portal, after: changed });
	return changed;
}

/** How the audit log names a portal. */
export function auditedPortal({ id, account_id, name }: PortalRow) {
	return { accountId: account_id, type: 'Portal', id, name } as const;
}

export interface NewCategory {
	locale: string;
	slug: string;
	name: string;
	description?: string | undefined;
	/** Undefined: after the others of its language. */
	position?: number | undefined;
}

export async function createCategory(
	store: Repositories,
	portal: PortalRow,
	category: NewCategory,
): Promise<CategoryRow> {
	const { locale, slug, name, description = '', position } = category;
	checkLocale(portal, locale);
	const place = { portal_id: portal.id, locale };
	if (await store.categories.findBySlug(place, slug)) throw new Problem({ code: 'SLUG_TAKEN', slug });
	const created = await store.categories.insert({ ...place, slug, name, description, position });
	await recordChange(store, { ...auditedCategory(portal, created), after: created });
	return created;
}

export async function changeCategory(
	store: Repositories,
	portal: PortalRow,
	category: CategoryRow,
	change: CategoryChange,
): Promise<CategoryRow> {
	const { slug } = change;
	const holder = slug === undefined ? undefined : await store.categories.findBySlug(category, slug);
	if (holder && holder.id !== category.id) throw new Problem({ code: 'SLUG_TAKEN', slug: holder.slug });
	// A statement that sets nothing is none.
	const isChange = Object.values(change).some((value) => value !== undefined);
	const changed = isChange ? await store.categories.update(category.id, change) : category;
	await recordChange(store, { ...auditedCategory(portal, changed), before: category, after: changed });
	return changed;
}

/** Deletes a category. Its articles stay, without one. */
export async function deleteCategory(store: Repositories, portal: PortalRow, category: CategoryRow): Promise<void> {
	await store.categories.delete(category.id);
	await recordChange(store, { ...auditedCategory(portal, category), before: category });
}

/** Throws NOT_FOUND, also for a category of another portal. */
export async function findCategory(store: Repositories, portal: PortalRow, id: number): Promise<CategoryRow> {
	const category = await store.categories.find(id);
	if (category?.portal_id !== portal.id) throw new Problem({ code: 'NOT_FOUND' });
	return category;
}

function auditedCategory({ account_id }: PortalRow, { id, name }: CategoryRow) {
	return { accountId: account_id, type: 'Category', id, name } as const;
}

/** Throws a problem for a language that the portal does not offer. */
export function checkLocale(portal: PortalRow, locale: string): void {
	if (!portal.allowed_locales.includes(locale))
		throw new Problem({ code: 'LOCALE_NOT_OFFERED', portal: portal.slug, locale });
}

/** Makes the portal the help centre of the channel. */
async function offer(store: Repositories, portal: PortalRow, inboxId: number | undefined): Promise<void> {
	if (inboxId === undefined) return;
	if (!(await store.channels.listIds(portal.account_id)).includes(inboxId)) throw new Problem({ code: 'NOT_FOUND' });
	const { id, name, portal_id } = await store.channels.findInbox(inboxId);
	await store.channels.update(inboxId, { inbox: { portal_id: portal.id } });
	await recordChange(store, {
		accountId: portal.account_id,
		type: 'Inbox',
		id,
		name,
		before: { portal_id },
		after: { portal_id: portal.id },
	});
}

type Locales = Pick<PortalRow, 'default_locale' | 'allowed_locales'>;

function chooseLocales(wanted: Pick<PortalFacts, keyof Locales>, before: Locales) {
	const { allowed_locales = before.allowed_locales } = wanted;
	const [first = ''] = allowed_locales;
	const kept = allowed_locales.includes(before.default_locale) ? before.default_locale : first;
	const { default_locale = kept } = wanted;
	if (!allowed_locales.includes(default_locale)) throw new Problem({ code: 'DEFAULT_LOCALE_NOT_OFFERED' });
	return { default_locale, allowed_locales };
}
