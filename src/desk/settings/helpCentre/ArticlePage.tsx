import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { ARTICLE_STATUSES, type ArticleStatus } from '#protocol/entities/articles.ts';
import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { languageTag, type Locale } from '#protocol/base/locales.ts';
import { ArticleText } from '#ui/richText/ArticleText.tsx';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { FormBesidePreview } from '../parts/FormBesidePreview.tsx';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import type { ArticleGroup } from './articleGroups.ts';
import { ArticleTextField } from './ArticleTextField.tsx';
import { CategoryField } from './CategoryField.tsx';
import { deleteArticle, saveArticle } from './helpCentre.ts';
import { LanguageLinks } from './LanguageLinks.tsx';
import { useArticleStatus } from './useArticleStatus.ts';
import styles from './ArticlePage.module.css';

interface Props {
	portal: TeamPortal;
	/** The language of the version that is written or changed. */
	locale: string;
	/** Undefined where the article is new. */
	group: ArticleGroup | undefined;
}

interface Values {
	title: string;
	locale: string;
	description: string;
	content: string;
	status: string;
	/** '' for none. */
	category_id: string;
}

/**
 * Changes, publishes or deletes an article in one language, or writes it; a translation beside its
 * original.
 */
export function ArticlePage({ portal: { id, slug, config }, locale: shown, group }: Props) {
	const { t } = useLingui();
	const save = useSetAtom(saveArticle);
	const remove = useSetAtom(deleteArticle);
	const names = useArticleStatus();
	const listOf = (locale: string) => settingsHref('help-centre', id, locale);
	const list = listOf(shown);
	const article = group?.versions.get(shown);
	const original = group?.original === article ? undefined : group?.original;
	const form = useForm<Values, string>({
		initial: {
			title: article?.title ?? '',
			locale: shown,
			description: article?.description ?? '',
			content: article?.content ?? '',
			status: article?.status ?? 'draft',
			category_id: String(article?.category.id ?? ''),
		},
		check: ({ title, content }) => ({
			title: title.trim() ? undefined : t`Required`,
			content: content.trim() ? undefined : t`Required`,
		}),
		etag: article?.etag,
		save: async ({ locale, status, category_id, ...facts }, etag) => {
			// The lists of choices have no others.
			const place = article ? { id: article.id, etag } : { locale: locale as Locale, associated_article_id: group?.id };
			await save(slug, place, {
				...facts,
				status: status as ArticleStatus,
				category_id: category_id === '' ? null : Number(category_id),
			});
			return locale;
		},
		refusals: { slug: t`This already exists.` },
		next: listOf,
	});
	const name = article?.title ?? original?.title;
	const hasTranslations = article?.id === group?.id && (group?.versions.size ?? 0) > 1;
	const action = article && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(slug, article.id)} next={list}>
			{hasTranslations && <Trans>Its translations are kept, each as an article of its own.</Trans>}
		</ConfirmButton>
	);
	return (
		<SettingsPage title={group ? <bdi>{name}</bdi> : <NewItem of={<Trans>Help center</Trans>} />} action={action}>
			{group && (
				<LanguageLinks
					locales={config.allowed_locales.map(({ code }) => code)}
					current={shown}
					hrefOf={(locale) => settingsHref('help-centre', id, locale, group.id)}
					isMissing={(locale) => !group.versions.has(locale)}
				/>
			)}
			{article?.status === 'published' && (
				<p>
					<a href={`/hc/${slug}/articles/${encodeURIComponent(article.slug)}`} target="_blank" rel="noopener">
						/hc/{slug}/articles/{article.slug}
					</a>
				</p>
			)}
			<FormBesidePreview
				title={original && nameOfLanguage(original.locale)}
				preview={<ArticlePreview {...(original ?? form.values)} />}
			>
				<DeskForm form={form} back={list}>
					<TextField form={form} name="title" label={t`Title`} isRequired maxLength={255} />
					{!group && config.allowed_locales.length > 1 && (
						<ChoiceField
							// Each language has categories of its own.
							form={{ ...form, change: (change) => form.change({ ...change, category_id: '' }) }}
							name="locale"
							label={t`Language`}
							options={config.allowed_locales.map(({ code }) => [code, nameOfLanguage(code)])}
						/>
					)}
					<CategoryField
						key={form.values.locale}
						form={form}
						name="category_id"
						label={t`Category`}
						slug={slug}
						locale={form.values.locale}
						saved={article?.category}
					/>
					<TextField form={form} name="description" label={t`Description`} maxLength={1000} />
					<ArticleTextField form={form} />
					<ChoiceField
						form={form}
						name="status"
						label={t`Status`}
						options={ARTICLE_STATUSES.map((status) => [status, names[status]])}
					/>
				</DeskForm>
			</FormBesidePreview>
		</SettingsPage>
	);
}

/** An article as its page shows it. */
function ArticlePreview({ title, locale, content }: Pick<Values, 'title' | 'locale' | 'content'>) {
	return (
		<div className={styles.page} lang={languageTag(locale)} dir="auto">
			<h1>{title}</h1>
			<ArticleText text={content} />
		</div>
	);
}
