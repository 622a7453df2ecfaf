import { useLingui } from '@lingui/react/macro';
import type { ArticleStatus } from '#protocol/entities/articles.ts';

/** What each status of an article is called. */
export function useArticleStatus(): Record<ArticleStatus, string> {
	const { t } = useLingui();
	return { draft: t`Draft`, published: t`Published`, archived: t`Archived` };
}
