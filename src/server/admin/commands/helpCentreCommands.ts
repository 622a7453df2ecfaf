/** Commands about the help centre and its articles, such as `npm run admin -- set-portal`. */
import * as v from 'valibot';
import { ARTICLE_STATUSES, PORTAL_COLOR_FORM, PORTAL_SLUG } from '#protocol/entities/articles.ts';
import { maxCharacters } from '#protocol/base/characters.ts';
import { SLUG_MAX } from '#protocol/base/limits.ts';
import { LOCALES } from '#protocol/base/locales.ts';
import { type Command, command, findAccountId, findAgentId, findChannel, name, onOrOff } from './command.ts';
import { readArticleFile } from '../../domain/helpCentre/articleFile.ts';
import { changeArticle, saveArticle } from '../../domain/helpCentre/editArticle.ts';
import { changePortal, createPortal } from '../../domain/helpCentre/editPortal.ts';
import { SettingError } from '../../base/settings.ts';
import type { PortalRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

const portalSlug = v.optional(
	v.pipe(
		v.string(),
		v.maxLength(SLUG_MAX, 'is too long'),
		v.regex(PORTAL_SLUG, 'must be small letters, digits and dashes'),
	),
	'',
);
const link = v.pipe(v.string(), v.regex(/^(none|https?:\/\/\S+)$/, 'must be none or start with http:// or https://'));
const text = v.pipe(v.string(), v.trim(), maxCharacters(255, 'is too long'));
const locale = v.picklist(LOCALES, 'is no known locale');
const status = v.optional(v.picklist(ARTICLE_STATUSES, `must be one of ${ARTICLE_STATUSES.join(', ')}`));

export const helpCentreCommands: Record<string, Command> = {
	'set-portal': command({
		usage:
			'--portal <slug> [--name <text>] [--locales en,de] [--channel <website token>] [--color #1f93ff] [--title <text>|none] [--header <text>|none] [--home <https://…>|none] [--archived on|off]',
		options: v.object({
			portal: portalSlug,
			name: v.optional(name),
			/** The first one is the language of the start page. */
			locales: v.optional(
				v.pipe(
					v.string(),
					v.transform((list) => list.split(',')),
					v.array(locale),
				),
			),
			channel: v.optional(v.string()),
			color: v.optional(v.pipe(v.string(), v.regex(PORTAL_COLOR_FORM, 'must be such as #1f93ff'))),
			title: v.optional(text),
			header: v.optional(text),
			home: v.optional(link),
			archived: onOrOff,
		}),
		run: (store, options, defaultOrigin) =>
			store.transaction(async (repositories) => {
				const account_id = await findAccountId(repositories);
				const known = await repositories.portals.findBySlug(options.portal);
				const portal =
					known?.account_id === account_id
						? known
						: await createPortal(repositories, { account_id, slug: options.portal, name: options.name ?? 'Help' });
				const channel = options.channel === undefined ? undefined : await findChannel(repositories, options.channel);
				await changePortal(repositories, portal, {
					name: options.name,
					default_locale: options.locales?.[0],
					allowed_locales: options.locales,
					color: options.color,
					page_title: orNull(options.title),
					header_text: orNull(options.header),
					homepage_link: orNull(options.home),
					archived: options.archived,
					inbox_id: channel?.inbox.id,
				});
				return `Portal ${portal.slug} is at\n  ${defaultOrigin}/hc/${portal.slug}`;
			}),
	}),

	'set-article': command({
		usage:
			"--portal <slug> --file <article.md> [--locale en] [--status draft|published|archived] [--author <agent's email>|none]",
		options: v.object({
			portal: portalSlug,
			file: v.optional(v.pipe(v.string(), v.minLength(1, 'is needed')), ''),
			locale: v.optional(locale),
			status,
			author: v.optional(v.string()),
		}),
		run: (store, options, defaultOrigin) =>
			store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, options.portal);
				const article = await saveArticle(repositories, {
					portal,
					locale: options.locale ?? portal.default_locale,
					file: readArticleFile(options.file),
					status: options.status,
					authorId: await findAgentId(repositories, portal.account_id, options.author),
				});
				return article.status === 'published'
					? `Article "${article.title}" is at\n  ${defaultOrigin}/hc/${portal.slug}/articles/${article.slug}`
					: `Article "${article.title}" is kept, and not shown: its status is ${article.status}. Publish it with\n  npm run admin -- publish-article --portal ${portal.slug} --article ${article.slug}`;
			}),
	}),

	'publish-article': setStatus('published'),
	'unpublish-article': setStatus('draft'),
};

function setStatus(to: 'published' | 'draft'): Command {
	return command({
		usage: '--portal <slug> --article <slug>',
		options: v.object({ portal: portalSlug, article: v.optional(v.string(), '') }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const portal = await findPortal(repositories, options.portal);
				const article = await repositories.articles.findBySlug(portal.id, options.article);
				if (!article) throw new SettingError(`Portal ${portal.slug} has no article ${options.article}`);
				await changeArticle(repositories, portal, article, { status: to });
				return `Article "${article.title}" is ${to === 'published' ? 'published' : 'a draft again'}.`;
			}),
	});
}

async function findPortal(store: Repositories, slug: string): Promise<PortalRow> {
	const portal = await store.portals.findBySlug(slug);
	if (portal?.account_id !== (await findAccountId(store)))
		throw new SettingError(`There is no portal ${slug}: make it with set-portal`);
	return portal;
}

function orNull(written: string | undefined): string | null | undefined {
	return written === 'none' || written === '' ? null : written;
}
