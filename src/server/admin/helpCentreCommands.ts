/** `npm run admin -- set-portal` and its kind: the help centre and its articles. */
import * as v from 'valibot';
import { ARTICLE_STATUSES, PORTAL_COLOR_FORM, SLUG } from '#protocol/articles.ts';
import { SLUG_MAX } from '#protocol/limits.ts';
import { LOCALES } from '#protocol/locales.ts';
import { type Command, command, findAccountId, findAgentId, findChannel, given, name, onOrOff } from './command.ts';
import { readArticleFile } from '../domain/articleFile.ts';
import { createPortal, PORTAL_COLOR, saveArticle } from '../domain/editHelpCentre.ts';
import { SettingError } from '../base/settings.ts';
import type { PortalRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

const portalSlug = v.optional(
	v.pipe(v.string(), v.maxLength(SLUG_MAX, 'is too long'), v.regex(SLUG, 'must be small letters, digits and dashes')),
	'',
);
const link = v.pipe(v.string(), v.regex(/^(none|https?:\/\/\S+)$/, 'must be none or start with http:// or https://'));
const text = v.pipe(v.string(), v.trim(), v.maxLength(255, 'is too long'));
const locale = v.picklist(LOCALES, 'is no known locale');
const status = v.optional(v.picklist(ARTICLE_STATUSES, `must be one of ${ARTICLE_STATUSES.join(', ')}`));

export const helpCentreCommands: Record<string, Command> = {
	'set-portal': command({
		usage:
			'--portal <slug> [--name <text>] [--locales en,de] [--channel <website token>] [--color #1f93ff] [--title <text>|none] [--header <text>|none] [--home <https://…>|none] [--archived on|off]',
		options: v.object({
			portal: portalSlug,
			name: v.optional(name),
			/** The first one is where readers arrive. */
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
				const [first = 'en', ...others] = options.locales ?? [];
				const portal =
					(await repositories.portals.findBySlug(options.portal)) ??
					(await createPortal(repositories, {
						accountId: await findAccountId(repositories),
						slug: options.portal,
						name: options.name ?? 'Help',
						color: PORTAL_COLOR,
						locales: [first, ...others],
					}));
				await repositories.portals.update(portal.id, {
					...given('name', options.name),
					...given('default_locale', options.locales && first),
					...given('allowed_locales', options.locales),
					...given('color', options.color),
					...given('page_title', orNull(options.title)),
					...given('header_text', orNull(options.header)),
					...given('homepage_link', orNull(options.home)),
					...given('archived', options.archived),
				});
				if (options.channel !== undefined) {
					const channel = await findChannel(repositories, options.channel);
					await repositories.channels.update(channel.inbox.id, { inbox: { portal_id: portal.id } });
				}
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
				const chosen = options.locale ?? portal.default_locale;
				if (!portal.allowed_locales.includes(chosen))
					throw new SettingError(`Portal ${portal.slug} has no articles in ${chosen}: see set-portal --locales`);
				const file = readArticleFile(options.file);
				const article = await saveArticle(repositories, {
					portal,
					locale: chosen,
					file,
					status: options.status,
					authorId: await findAgentId(repositories, portal.account_id, options.author),
				});
				if (!article) throw new SettingError(`There is no article ${file.translates} that it could translate`);
				return article.status === 'published'
					? `Article "${article.title}" is at\n  ${defaultOrigin}/hc/${portal.slug}/articles/${article.slug}`
					: `Article "${article.title}" is kept, and nobody sees it: its status is ${article.status}. Publish it with\n  npm run admin -- publish-article --portal ${portal.slug} --article ${article.slug}`;
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
				await repositories.articles.update(article, { status: to });
				return `Article "${article.title}" is ${to === 'published' ? 'published' : 'a draft again'}.`;
			}),
	});
}

async function findPortal(store: Repositories, slug: string): Promise<PortalRow> {
	const portal = await store.portals.findBySlug(slug);
	if (!portal) throw new SettingError(`There is no portal ${slug}: make it with set-portal`);
	return portal;
}

function orNull(written: string | undefined): string | null | undefined {
	return written === 'none' ? null : written;
}
