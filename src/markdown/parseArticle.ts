/**
 * Articles of the help centre. Their authors belong to the team, so an article may have more
 * elements than a message: see `ArticleBlock`.
 */
import { walkTokens, type MarkedToken, type Token, type Tokens } from 'marked';
import { literal, type Block, type Inline } from './blocks.ts';
import { isSoonParsed } from './isWorthParsing.ts';
import { PlainLexer, PlainTokenizer, toBlock, toInlines } from './parseMarkdown.ts';
import { safeUrl } from './safeUrl.ts';

/**
 * What an article may become. Within its quotes and lists, only the elements of messages are
 * allowed.
 */
export type ArticleBlock =
	| Block
	/** Levels begin at 2, since the article's title is the page's only heading of level 1. */
	| { kind: 'heading'; level: 2 | 3 | 4; content: Inline[] }
	/** `source` is an https address; `text` is the alternative text. */
	| { kind: 'picture'; source: string; text: string }
	| { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
	| { kind: 'rule' };

/**
 * Answers fast for every text: one that the parser would need long for is shown as it was written.
 */
export function parseArticle(text: string): ArticleBlock[] {
	if (!isParsable(text)) return [literal(text)];
	const tokens = new PlainLexer({ gfm: true, breaks: false, tokenizer: new PlainTokenizer() }).lex(text);
	void walkTokens(tokens, flow);
	return (tokens as MarkedToken[]).flatMap((token) => toArticleBlock(token) ?? []);
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
			return { kind: 'heading', level: levelOf(token.depth), content: toInlines(token.tokens) };
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
	const source = safeUrl(image.href);
	return source?.startsWith('https:') ? { kind: 'picture', source, text: image.text } : undefined;
}
