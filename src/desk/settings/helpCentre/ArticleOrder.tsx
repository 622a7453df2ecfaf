import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { isAborted } from '#client/rest.ts';
import type { TeamArticle, TeamCategory } from '#protocol/application/helpCentreRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { showNotice } from '../../form/notice.ts';
import { useNoteUnsaved } from '../../form/useNoteUnsaved.ts';
import { ItemFacts } from '../parts/ItemList.tsx';
import { OrderedList } from '../parts/OrderedList.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { type ArticleGroup, type ArticlesProps, listOtherLanguages } from './articleGroups.ts';
import { loadCategories } from './categories.ts';
import { orderArticles } from './helpCentre.ts';
import { useArticleStatus } from './useArticleStatus.ts';
import styles from './ArticleOrder.module.css';

interface Row {
	group: ArticleGroup;
	article: TeamArticle;
}

interface Section {
	/** Undefined for the articles without one. */
	category: TeamCategory | undefined;
	rows: readonly Row[];
}

/**
 * The articles of a language, category by category, in the order in which readers see them. A new
 * order is saved at once.
 */
export function ArticleOrder({ portal, locale, groups }: ArticlesProps) {
	const { i18n, t } = useLingui();
	const loadOf = useSetAtom(loadCategories);
	const load = useCallback(() => loadOf(portal.slug, locale), [loadOf, portal.slug, locale]);
	const { value: categories, ...progress } = useFresh(load);
	const names = useArticleStatus();
	const { orderOf, change, save, retry } = useOrder(portal.slug, groups);
	if (!categories) return <WaitingNote {...progress} />;

	const sections = divide(orderOf(rowsOf(groups, locale)), categories);
	/** What readers have said of it; undefined while none has. */
	const helpfulnessOf = ({ helpful_count: helpful, unhelpful_count }: TeamArticle): string | undefined => {
		const count = helpful + unhelpful_count;
		return count === 0 ? undefined : t`Helpful: ${{ helpful }} of ${{ count }}`;
	};
	const withRows = (section: Section, rows: readonly Row[]): number[] =>
		sections.flatMap((one) => (one === section ? rows : one.rows)).map(({ article }) => article.id);
	return (
		<>
			{retry && (
				<p className={styles.problem} role="alert">
					<Trans>The order could not be saved.</Trans>{' '}
					<TextButton onPress={retry}>
						<Trans>Try again</Trans>
					</TextButton>
				</p>
			)}
			{sections.map((section) => (
				<TitledSection
					key={section.category?.id ?? ''}
					title={section.category ? <bdi>{section.category.name}</bdi> : <Trans>Without a category</Trans>}
					hasTitle={categories.length > 0}
				>
					<OrderedList
						items={section.rows}
						keyOf={({ group }) => String(group.id)}
						nameOf={({ article }) => article.title}
						onChange={(rows) => change(withRows(section, rows))}
						onSettle={(rows) => save(withRows(section, rows))}
					>
						{({ group, article }) => (
							<ItemFacts
								title={<bdi>{article.title}</bdi>}
								details={[names[article.status], listOtherLanguages(group, locale, i18n.locale), helpfulnessOf(article)]
									.filter(Boolean)
									.join(' · ')}
								href={settingsHref('help-centre', portal.id, locale, group.id)}
							/>
						)}
					</OrderedList>
				</TitledSection>
			))}
		</>
	);
}

function TitledSection({ title, hasTitle, children }: { title: ReactNode; hasTitle: boolean; children: ReactNode }) {
	return hasTitle ? <SettingsPart title={title}>{children}</SettingsPart> : <div>{children}</div>;
}

interface Order {
	/** The articles as they were loaded, whose order it is. */
	groups: readonly ArticleGroup[];
	ids: readonly number[];
}

/**
 * The order as the agent has changed it since the articles were loaded. One that could not be saved
 * is not left without a question.
 */
function useOrder(slug: string, groups: readonly ArticleGroup[]) {
	const send = useSetAtom(orderArticles);
	const show = useSetAtom(showNotice);
	const [changed, setChanged] = useState<Order>();
	/** What the server was to get last, and did not. */
	const [refused, setRefused] = useState<Order>();
	const last = useRef(Promise.resolve());
	const ids = changed?.groups === groups ? changed.ids : undefined;
	const failed = refused?.groups === groups ? refused.ids : undefined;
	useNoteUnsaved(failed !== undefined);
	/** One after another, since the server keeps what comes last. */
	const save = (order: readonly number[]): void => {
		last.current = last.current
			.then(() => send(slug, order))
			.then(
				() => {
					setRefused(undefined);
					show('saved');
				},
				(error: unknown) => {
					if (!isAborted(error)) setRefused({ groups, ids: order });
				},
			);
	};
	return {
		orderOf: (rows: readonly Row[]) =>
			ids ? rows.toSorted((a, b) => ids.indexOf(a.article.id) - ids.indexOf(b.article.id)) : rows,
		change: (order: readonly number[]) => setChanged({ groups, ids: order }),
		save,
		/** Sends again what could not be saved; undefined where everything is. */
		retry: failed && (() => save(failed)),
	};
}

/** As the server orders them. */
function rowsOf(groups: readonly ArticleGroup[], locale: string): Row[] {
	return groups
		.flatMap((group) => {
			const article = group.versions.get(locale);
			return article ? [{ group, article }] : [];
		})
		.toSorted(({ article: a }, { article: b }) => a.position - b.position || a.id - b.id);
}

function divide(rows: readonly Row[], categories: readonly TeamCategory[]): Section[] {
	const idOf = ({ article }: Row) => categories.find(({ id }) => id === article.category.id)?.id;
	return [...categories, undefined]
		.map((category) => ({ category, rows: rows.filter((row) => idOf(row) === category?.id) }))
		.filter((section) => section.rows.length > 0);
}
