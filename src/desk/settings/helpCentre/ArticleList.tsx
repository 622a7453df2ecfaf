import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import { Collection } from '../parts/Collection.tsx';
import { groupArticles } from './articleGroups.ts';
import { ArticleOrder } from './ArticleOrder.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { loadArticle, loadArticleList } from './helpCentre.ts';
import { PortalLinks } from './PortalLinks.tsx';
import type { PortalPartProps } from './portalPart.ts';
import { UntranslatedList } from './UntranslatedList.tsx';

/**
 * The articles of a help centre in one language, of any status, and those that this language lacks.
 */
export function ArticleList({ portal, locale, path }: PortalPartProps) {
	const loadOf = useSetAtom(loadArticleList);
	const load = useCallback(async () => groupArticles(await loadOf(portal)), [loadOf, portal]);
	const loadOne = useSetAtom(loadArticle);
	const loadGroup = useCallback(
		async (id: string) => {
			const [group] = groupArticles(await loadOne(portal, Number(id)));
			return group && { ...group, id: Number(id) };
		},
		[loadOne, portal],
	);
	return (
		<Collection
			base={['help-centre', String(portal.id), locale]}
			path={path}
			title={<bdi>{portal.name}</bdi>}
			nav={<PortalLinks portal={portal} current="articles" locale={locale} />}
			example={<Trans>For example, “How long does delivery take?” Begin with what visitors ask most often.</Trans>}
			load={load}
			loadItem={loadGroup}
			idOf={({ id }) => id}
			renderList={(groups) => (
				<>
					<ArticleOrder portal={portal} locale={locale} groups={groups} />
					<UntranslatedList portal={portal} locale={locale} groups={groups} />
				</>
			)}
			renderPage={(group) => <ArticlePage portal={portal} locale={locale} group={group} />}
		/>
	);
}
