import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import { Collection } from '../parts/Collection.tsx';
import { loadCategories } from './categories.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { PortalLinks } from './PortalLinks.tsx';
import type { PortalPartProps } from './portalPart.ts';

/** The categories of a help centre in one language. */
export function CategoryList({ portal, locale, path }: PortalPartProps) {
	const loadOf = useSetAtom(loadCategories);
	const load = useCallback(() => loadOf(portal.slug, locale), [loadOf, portal.slug, locale]);
	return (
		<Collection
			base={['help-centre', String(portal.id), 'categories', locale]}
			path={path}
			title={<bdi>{portal.name}</bdi>}
			nav={<PortalLinks portal={portal} current="categories" locale={locale} />}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ name, description }) => ({
				title: <bdi>{name}</bdi>,
				details: description && <bdi>{description}</bdi>,
			})}
			renderPage={(category) => <CategoryForm portal={portal} locale={locale} category={category} />}
		/>
	);
}
