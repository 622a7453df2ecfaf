import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { Article } from '#protocol/entities/articles.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { END_ROW, ListCard, ROW } from '#ui/ListCard.tsx';
import { ArticleSearch } from './ArticleSearch.tsx';
import { loadPopular, popularAtom, runSearch, searchAtom } from '../../features/articles/articles.ts';
import { articleLocaleAtom, portalPathAtom } from '../../features/articles/portal.ts';
import styles from './PopularArticlesView.module.css';
import { useArticleLink } from '../../features/articles/useArticleLink.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';

/** Placeholder lines while the articles load. */
const SKELETON_LINES = [0, 1, 2];

/**
 * On home: the most read articles, and a search over all. Shows nothing where there are none, or
 * they cannot be loaded.
 */
export function PopularArticlesView() {
	const { t } = useLingui();
	const { articlesOnly } = useAtomValue(channelAtom);
	const hasMessages = useAtomValue(shownMessagesAtom).length > 0;
	const hasPopular = useHasPopular();

	// Until there is a conversation, the articles stand in its place.
	if ((articlesOnly && !hasMessages) || !hasPopular) return null;
	return (
		<ListCard title={t`Popular Articles`}>
			<Shelf />
		</ListCard>
	);
}

/** The same without a card: in the place of the way to the conversation. */
export function ArticleShelf() {
	return useHasPopular() && <Shelf />;
}

/** Loads the most read articles. Whether there are some, or may be. */
function useHasPopular(): boolean {
	const { state, articles } = useAtomValue(popularAtom);
	const locale = useAtomValue(articleLocaleAtom);
	const load = useSetAtom(loadPopular);
	useEffect(() => void load(), [load, locale]);
	return state === 'loading' || articles.length > 0;
}

function Shelf() {
	const { t } = useLingui();
	const { state, articles } = useAtomValue(popularAtom);
	const isSearching = useAtomValue(searchAtom).state !== 'idle';
	if (state === 'loading') return <Skeleton label={t`Loading articles`} />;
	return (
		<>
			<ArticleSearch />
			<Found />
			{!isSearching && <ArticleList articles={articles} />}
			<AllArticles />
		</>
	);
}

/**
 * The number of results. The live region is always in the page, so that screen readers announce it.
 */
function Found() {
	const { t } = useLingui();
	const { state, articles } = useAtomValue(searchAtom);
	const search = useSetAtom(runSearch);
	const count = articles.length;
	return (
		<>
			<div role="status">
				{state === 'loaded' && count === 0 && <p className={styles.notice}>{t`No articles match your search`}</p>}
				{state === 'loaded' && count > 0 && (
					<p data-visually-hidden>{t`${plural(count, { one: '# article found', other: '# articles found' })}`}</p>
				)}
				{state === 'failed' && <p className={styles.notice}>{t`The search failed.`}</p>}
			</div>
			{state === 'failed' && (
				<div className={styles.retry}>
					<Button kind="quiet" onPress={() => void search()}>{t`Try again`}</Button>
				</div>
			)}
			{state === 'loading' && count === 0 && <Skeleton label={t`Loading articles`} />}
			{state !== 'idle' && <ArticleList articles={articles} hasDescriptions isBusy={state === 'loading'} />}
		</>
	);
}

interface ListProps {
	articles: readonly Article[];
	hasDescriptions?: boolean;
	/** The list is about to be replaced. */
	isBusy?: boolean;
}

function ArticleList({ articles, hasDescriptions = false, isBusy = false }: ListProps) {
	const linkTo = useArticleLink();
	if (articles.length === 0) return null;
	return (
		<ul aria-busy={isBusy} className={styles.list}>
			{articles.map(({ id, title, description, link }) => (
				<li key={id}>
					<a className={ROW} {...linkTo(link)}>
						<span className={styles.words}>
							<span className={styles.name} dir="auto" title={title}>
								{title}
							</span>
							{hasDescriptions && description && (
								<span className={styles.description} dir="auto" title={description}>
									{description}
								</span>
							)}
						</span>
						<Icon name="forward" isDirectional />
					</a>
				</li>
			))}
		</ul>
	);
}

function AllArticles() {
	const { t } = useLingui();
	const path = useAtomValue(portalPathAtom);
	const linkTo = useArticleLink();
	if (path === undefined) return null;
	return (
		<a className={END_ROW} {...linkTo(path)}>
			{t`View all articles`}
			<Icon name="forward" isDirectional />
		</a>
	);
}

function Skeleton({ label }: { label: string }) {
	return (
		<div role="status" className={styles.skeleton}>
			<span data-visually-hidden>{label}</span>
			{SKELETON_LINES.map((line) => (
				<span key={line} className={styles.line} />
			))}
		</div>
	);
}
