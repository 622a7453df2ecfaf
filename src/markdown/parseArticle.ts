/**
 * Articles of the help centre. Their authors belong to the team, so an article may have more
 * elements than a message: see `ArticleBlock`.
 */
import { walkTokens, type MarkedToken, type Token, type Tokens } from 'marked';
import { isArticlePicture } from './articlePictures.ts';
import { literal, toLine, type Block, type Inline } from './blocks.ts';
import { isSoonParsed } from './isWorthParsing.ts';
import { PlainLexer, PlainTokenizer, toBlock, toInlines } from './parseMarkdown.ts';
import { safeUrl } from './safeUrl.ts';

/**
 * What an article may become. Within its quotes and lists, only the elements of messages are
 * allowed.
 */
export type ArticleBlock =
	| Block
	/**
	 * Levels begin at 2, since the article's title is the page's only heading of level 1. `id` is
	 * what links within the article name; undefined without a page.
	 */
	| { kind: 'heading'; level: 2 | 3 | 4; id: string | undefined; content: Inline[] }
	/** `source` is an https address; `text` is the alternative text. */
	| { kind: 'picture'; source: string; text: string }
	| { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
	| { kind: 'rule' };

/** The page on which an article is read. */
export interface ArticlePage {
	/**
	 * The whole address for one that is written without a protocol; undefined where a link leads
	 * nowhere.
	 */
	resolve: (written: string) => string | undefined;
	/** The id of a heading; '' for none. */
	idOf: (heading: string) => string;
	/** Ids that the page has around the article. */
	takenIds: readonly string[];
}

/**
 * Answers fast for every text: one that the parser would need long for is shown as it was written.
 *
 * @param page where the article is; without it, links have to have a protocol
 */
export function parseArticle(text: string, page?: ArticlePage): ArticleBlock[] {
	if (!isParsable(text)) return [literal(text)];
	const tokens = new PlainLexer({ gfm: true, breaks: false, tokenizer: new PlainTokenizer() }).lex(text);
	void walkTokens(tokens, (token) => {
		flow(token);
		if (token.type === 'link') token['href'] = page?.resolve(String(token['href'])) ?? token['href'];
	});
	const blocks = (tokens as MarkedToken[]).flatMap((token) => toArticleBlock(token) ?? []);
	if (page) nameHeadings(blocks, page);
	return blocks;
}

/** Several headings of the same words have names that differ: `costs`, `costs-2`. */
function nameHeadings(blocks: readonly ArticleBlock[], { idOf, takenIds }: ArticlePage): void {
	const counts = new Map(takenIds.map((id) => [id, 1]));
	for (const block of blocks) {
		if (block.kind !== 'heading') continue;
		const name = idOf(toLine([{ kind: 'paragraph', content: block.content }]));
		const count = (counts.get(name) ?? 0) + 1;
		counts.set(name, count);
		if (name !== '') block.id = count === 1 ? name : `${name}-${count}`;
	}
}

/**
 * Whether the parser is fast on a text: its time grows with the square of the marks of one
 * paragraph.
 */
export function isParsable(text: string): boolean {
	return text.split(/\n\s*\n/).every(isSoonParsed);
}

/**
 * Makes a space of a line break within a paragraph: authors wrap their files' lines, and the break
 * means nothing.
 */
function flow(token: Token): void {
	if (token.type === 'text') token.raw = token.raw.replaceAll(/[ \t]*\n[ \t]*/g, ' ');
}

function toArticleBlock(token: MarkedToken): ArticleBlock | undefined {
	switch (token.type) {
		case 'def':
			return undefined;
		case 'hr':
			return { kind: 'rule' };
		case 'heading':
			return { kind: 'heading', level: levelOf(token.depth), id: undefined, content: toInlines(token.tokens) };
		case 'table':
			return {
				kind: 'table',
				header: token.header.map((cell) => toInlines(cell.tokens)),
				rows: token.rows.map((row) => row.map((cell) => toInlines(cell.tokens))),
			};
		case 'paragraph':
			return toPicture(token) ?? toBlock(token, 0);
		default:
			return toBlock(token, 0);
	}
}

function levelOf(depth: number): 2 | 3 | 4 {
	if (depth <= 2) return 2;
	return depth === 3 ? 3 : 4;
}

/** A picture, for a paragraph that consists of nothing else; pictures within text become links. */
function toPicture({ tokens }: Tokens.Paragraph): ArticleBlock | undefined {
	const [image, ...others] = tokens as MarkedToken[];
	if (image?.type !== 'image' || others.length > 0) return undefined;
	const source = isArticlePicture(image.href) ? image.href : safeUrl(image.href);
	return source && /^(https:|\/)/.test(source) ? { kind: 'picture', source, text: image.text } : undefined;
}
