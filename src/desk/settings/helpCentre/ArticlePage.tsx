import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { ARTICLE_STATUSES, type ArticleStatus } from '#protocol/articles.ts';
import type { TeamPortal } from '#protocol/helpCentreRoutes.ts';
import { ARTICLE_MAX } from '#protocol/limits.ts';
import { languageTag, type Locale } from '#protocol/locales.ts';
import { ArticleText } from '#ui/richText/ArticleText.tsx';
import { settingsHref } from '../../common/route.ts';
import { ChoiceField } from '../parts/ChoiceField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { FormBesidePreview } from '../parts/FormBesidePreview.tsx';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { NewItem, SettingsPage } from '../parts/SettingsPage.tsx';
import { TextField } from '../parts/TextField.tsx';
import { useForm } from '../parts/useForm.ts';
import { deleteArticle, saveArticle, type LocalArticle } from './helpCentre.ts';
import { useArticleStatus } from './useArticleStatus.ts';
import styles from './ArticlePage.module.css';

interface Props {
	portal: TeamPortal;
	article: LocalArticle | undefined;
}

interface Values {
	title: string;
	locale: string;
	description: string;
	content: string;
	status: string;
}

/** Changes, publishes or deletes an article, or writes one. */
export function ArticlePage({ portal: { id, slug, config, meta }, article }: Props) {
	const { t } = useLingui();
	const save = useSetAtom(saveArticle);
	const remove = useSetAtom(deleteArticle);
	const names = useArticleStatus();
	const list = settingsHref('help-centre', id);
	const form = useForm<Values, number>({
		initial: {
			title: article?.title ?? '',
			locale: article?.locale ?? meta.default_locale,
			description: article?.description ?? '',
			content: article?.content ?? '',
			status: article?.status ?? 'draft',
		},
		check: ({ title, content }) => ({
			title: title.trim() ? undefined : t`Required`,
			content: content.trim() ? undefined : t`Required`,
		}),
		save: ({ locale, status, ...facts }) =>
			// The lists of choices have no others.
			save(slug, article ? { id: article.id } : { locale: locale as Locale }, {
				...facts,
				status: status as ArticleStatus,
			}),
		refusals: { slug: t`This already exists.` },
		next: () => list,
	});
	const name = article?.title;
	const action = article && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(slug, article.id)} next={list} />
	);
	return (
		<SettingsPage title={article ? <bdi>{name}</bdi> : <NewItem of={<Trans>Help centre</Trans>} />} action={action}>
			{article?.status === 'published' && (
				<p>
					<a href={`/hc/${slug}/articles/${encodeURIComponent(article.slug)}`} target="_blank" rel="noopener">
						/hc/{slug}/articles/{article.slug}
					</a>
				</p>
			)}
			<FormBesidePreview
				preview={
					<div className={styles.page} lang={languageTag(form.values.locale)} dir="auto">
						<h1>{form.values.title}</h1>
						<ArticleText text={form.values.content} />
					</div>
				}
			>
				<SettingsForm form={form} back={list}>
					<TextField form={form} name="title" label={t`Title`} isRequired maxLength={255} />
					{!article && config.allowed_locales.length > 1 && (
						<ChoiceField
							form={form}
							name="locale"
							label={t`Language`}
							options={config.allowed_locales.map(({ code }) => [code, nameOfLanguage(code)])}
						/>
					)}
					<TextField form={form} name="description" label={t`Description`} maxLength={1000} />
					<TextField
						form={form}
						name="content"
						label={t`Article text`}
						hint={t`In Markdown: # headings, **bold**, lists, tables, links and pictures.`}
						isRequired
						rows={16}
						maxLength={ARTICLE_MAX}
					/>
					<ChoiceField
						form={form}
						name="status"
						label={t`Status`}
						options={ARTICLE_STATUSES.map((status) => [status, names[status]])}
					/>
				</SettingsForm>
			</FormBesidePreview>
		</SettingsPage>
	);
}
