import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import type { TeamPortal } from '#protocol/helpCentreRoutes.ts';
import { Collection } from '../parts/Collection.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { loadArticleList } from './helpCentre.ts';
import { useArticleStatus } from './useArticleStatus.ts';

/** The articles of a help centre, of any status. */
export function ArticleList({ portal, path }: { portal: TeamPortal; path: readonly string[] }) {
	const loadOf = useSetAtom(loadArticleList);
	const load = useCallback(() => loadOf(portal), [loadOf, portal]);
	const names = useArticleStatus();
	return (
		<Collection
			base={['help-centre', String(portal.id)]}
			path={path}
			title={<bdi>{portal.name}</bdi>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ title, locale, status, category }) => ({
				title: <bdi>{title}</bdi>,
				details: [names[status], locale, category.name].filter(Boolean).join(' · '),
			})}
			renderPage={(article) => <ArticlePage portal={portal} article={article} />}
		/>
	);
}
