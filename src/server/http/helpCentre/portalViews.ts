/** The content of a portal's pages, between header and footer. */
import { articleHtml } from '#markdown/articleHtml.ts';
import { parseArticle } from '#markdown/parseArticle.ts';
import { languageTag } from '#protocol/base/locales.ts';
import { slugOf } from '#protocol/base/slug.ts';
import { msg } from '../../language/msg.ts';
import { translate } from '../../language/translate.ts';
import { html, type Html } from '#markdown/html.ts';
import type { ArticleRow, CategoryRow } from '../../store/tables/schema.ts';

import { linkTo, paths, type PortalPage } from './portalPage.ts';

/** Stands for our own origin while an address is read; no page has it. */
const ANYWHERE = 'https://help-center.invalid';
/** Of what is around an article. */
const TAKEN_IDS = ['main', 'search', 'answer', 'related'];

/** A category with its first articles. */
export interface Shelf {
	category: CategoryRow;
	articles: readonly ArticleRow[];
	hasMore: boolean;
}

export function homeView(page: PortalPage, popular: readonly ArticleRow[], shelves: readonly Shelf[]): Html {
	const { portal, locale, spoken } = page;
	return html`<div class="hero">
			<h1>${portal.header_text ?? translate(spoken, msg`How can we help?`)}</h1>
			${searchForm(page, '')}
		</div>
		${
			popular.length === 0
				? html`<p class="empty">${translate(spoken, msg`There are no articles yet.`)}</p>`
				: html`<section aria-labelledby="popular">
						<h2 id="popular">${translate(spoken, msg`Popular Articles`)}</h2>
						${cards(page, popular)}
						<p>
							<a class="more" href="${linkTo(page, paths.articles(portal, locale))}"
								>${translate(spoken, msg`View all articles`)}</a
							>
						</p>
					</section>`
		}
		${
			shelves.length === 0
				? ''
				: html`<section aria-labelledby="topics">
						<h2 id="topics">${translate(spoken, msg`All topics`)}</h2>
						<div class="shelves">${shelves.map((shelf) => drawShelf(page, shelf))}</div>
					</section>`
		}`;
}

function drawShelf(page: PortalPage, { category, articles, hasMore }: Shelf): Html {
	const address = linkTo(page, paths.category(page.portal, category));
	return html`<section class="shelf">
		<h3><a href="${address}">${category.name}</a></h3>
		${category.description === '' ? '' : html`<p>${category.description}</p>`}
		<ul>
			${articles.map((article) => html`<li><a href="${linkTo(page, paths.article(page.portal, article))}">${article.title}</a></li>`)}
			${
				// A link text of its own, for people who hear links without their context.
				hasMore
					? html`<li>
							<a class="more" href="${address}"
								>${translate(page.spoken, msg`More about ${{ topic: category.name }}`)}</a
							>
						</li>`
					: ''
			}
		</ul>
	</section>`;
}

export interface ListView {
	heading: string;
	description?: string;
	/** The search words, or ''. */
	query: string;
	articles: readonly ArticleRow[];
	/** Addresses of the previous and the next page. */
	previous?: string | undefined;
	next?: string | undefined;
}

export function listView(page: PortalPage, { heading, description, query, articles, previous, next }: ListView): Html {
	const { spoken } = page;
	return html`${trail(page)}
		<h1>${heading}</h1>
		${description ? html`<p class="lead">${description}</p>` : ''} ${searchForm(page, query)}
		${
			articles.length === 0
				? html`<p class="empty">
						${query === '' ? translate(spoken, msg`There are no articles yet.`) : translate(spoken, msg`No article contains all of these words. Try fewer or different words.`)}
					</p>`
				: cards(page, articles)
		}
		${
			previous || next
				? html`<nav class="pages" aria-label="${translate(spoken, msg`Pages`)}">
						${previous ? html`<a rel="prev" href="${previous}">${translate(spoken, msg`Previous page`)}</a>` : ''}
						${next ? html`<a rel="next" href="${next}">${translate(spoken, msg`Next page`)}</a>` : ''}
					</nav>`
				: ''
		}`;
}

export interface ArticleView {
	article: ArticleRow;
	category: CategoryRow | undefined;
	/** Other articles of the category. */
	related: readonly ArticleRow[];
	/** Whether the reader has just said if it helped. */
	isAnswered: boolean;
}

export function articleView(page: PortalPage, { article, category, related, isAnswered }: ArticleView): Html {
	const { spoken } = page;
	const updated = new Date(article.updated_at);
	const date = new Intl.DateTimeFormat(languageTag(spoken), { dateStyle: 'long', timeZone: 'UTC' }).format(updated);
	return html`<div class="reading">
		${trail(page, category)}
		<article>
			<h1>${article.title}</h1>
			${article.description === '' ? '' : html`<p class="lead">${article.description}</p>`}
			<div class="text">${drawText(page, article)}</div>
			<p class="updated">
				<time datetime="${updated.toISOString()}">${translate(spoken, msg`Last updated on ${{ date }}`)}</time>
			</p>
		</article>
		${isAnswered ? thanks(page) : question(page, article)}
		${
			related.length === 0
				? ''
				: html`<section class="related" aria-labelledby="related">
						<h2 id="related">${translate(spoken, msg`More about ${{ topic: category?.name ?? '' }}`)}</h2>
						${cards(page, related)}
					</section>`
		}
	</div>`;
}

/**
 * The article's text, in which links without a protocol lead to its headings, or to other pages of
 * the help centre, in the same layout.
 */
function drawText(page: PortalPage, article: ArticleRow): Html {
	const here = new URL(paths.article(page.portal, article), ANYWHERE);
	const findOwn = (written: string) => {
		const address = URL.canParse(written, here) ? new URL(written, here) : undefined;
		const isOwn = address?.origin === ANYWHERE && address.pathname.startsWith(paths.home(page.portal, ''));
		return isOwn ? address : undefined;
	};
	const resolve = (written: string) => findOwn(written)?.href;
	const blocks = parseArticle(article.content, { resolve, idOf: slugOf, takenIds: TAKEN_IDS });
	return articleHtml(blocks, (href) => {
		const own = findOwn(href);
		return own && (own.pathname === here.pathname ? own.hash : linkTo(page, own.pathname) + own.hash);
	});
}

function question(page: PortalPage, article: ArticleRow): Html {
	const { portal, spoken } = page;
	return html`<form class="answer" method="post" action="${linkTo(page, `${paths.article(portal, article)}/answer`)}">
		<h2>${translate(spoken, msg`Did this help?`)}</h2>
		<button name="helpful" value="yes">${translate(spoken, msg`Yes`)}</button>
		<button name="helpful" value="no">${translate(spoken, msg`No`)}</button>
	</form>`;
}

function thanks({ spoken }: PortalPage): Html {
	return html`<p class="answer" id="answer" tabindex="-1" role="status">
		${translate(spoken, msg`Thank you for your answer.`)}
	</p>`;
}

/** For an address without a page. */
export function missingView(page: PortalPage): Html {
	const { spoken } = page;
	return html`${trail(page)}
		<h1>${translate(spoken, msg`This page does not exist`)}</h1>
		<p class="lead">${translate(spoken, msg`The article may have been moved or removed. Try searching for it.`)}</p>
		${searchForm(page, '')}`;
}

function searchForm(page: PortalPage, query: string): Html {
	const { portal, locale, spoken, kept } = page;
	const label = translate(spoken, msg`Search articles`);
	return html`<form class="search" role="search" action="${paths.articles(portal, locale)}">
		<input
			type="search"
			id="search"
			name="query"
			value="${query}"
			aria-label="${label}"
			placeholder="${label}"
			maxlength="200"
			dir="auto"
		/>
		${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
		<button>${translate(spoken, msg`Search`)}</button>
	</form>`;
}

/** The links back to the category and the portal. */
function trail(page: PortalPage, category?: CategoryRow): Html {
	const { portal, locale, spoken } = page;
	return html`<nav class="trail" aria-label="${translate(spoken, msg`You are here`)}">
		<ol>
			<li><a href="${linkTo(page, paths.home(portal, locale))}">${translate(spoken, msg`Help center`)}</a></li>
			${category ? html`<li><a href="${linkTo(page, paths.category(portal, category))}">${category.name}</a></li>` : ''}
		</ol>
	</nav>`;
}

function cards(page: PortalPage, articles: readonly ArticleRow[]): Html {
	return html`<ul class="cards">
		${articles.map((article) => card(page, article))}
	</ul>`;
}

function card(page: PortalPage, article: ArticleRow): Html {
	return html`<li>
		<a href="${linkTo(page, paths.article(page.portal, article))}">${article.title}</a>
		${article.description === '' ? '' : html`<p>${article.description}</p>`}
	</li>`;
}
