/** The parser, by far the largest part: in browsers only `useBlocks.ts` imports it, when a text needs it. */
import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked';
import { literal, toLine, type Block, type Inline } from './blocks.ts';
import { safeUrl } from './safeUrl.ts';

/** Quotes and lists further inside each other leave no room for text. */
const DEPTH_MAX = 6;

/** Never nothing: what has only markup and no words shows as it was written. */
export function parseMarkdown(text: string): Block[] {
	const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new MessageTokenizer() });
	const blocks = toBlocks(lexer.lex(text), 0);
	return toLine(blocks) === '' ? [literal(text)] : blocks;
}

/** Takes from Markdown what nobody means who writes here. */
export class PlainTokenizer extends Tokenizer {
	// HTML is text.
	override html(): undefined {}
	// Nothing is struck out.
	override del(): undefined {}

	/** Where no spaces are written between words, an address ends with the punctuation: 请看https://a.example。 */
	override url(source: string): Tokens.Link | undefined {
		const link = super.url(source);
		const end = link?.raw.search(/[\u3000-\u303F\uFF00-\uFFEF]/) ?? -1;
		return end < 0 ? link : super.url(source.slice(0, end));
	}
}

/** And what people who write a message do not mean by it. They want to see what they typed. */
class MessageTokenizer extends PlainTokenizer {
	// "[note]: call back" would vanish.
	override def(): undefined {}
	// A line above "--" is no heading.
	override lheading(): undefined {}
	// Spaces before a line are no code.
	override code(): undefined {}

	/** "2024. That was a year" begins no list. */
	override list(source: string): Tokens.List | undefined {
		return /^ {0,3}\d{4}/.test(source) ? undefined : super.list(source);
	}
}

function toBlocks(tokens: readonly Token[], depth: number): Block[] {
	// The other kind of token belongs to extensions, and there are none.
	return (tokens as readonly MarkedToken[]).flatMap((token) => toBlock(token, depth) ?? []);
}

export function toBlock(token: MarkedToken, depth: number): Block | undefined {
	if (depth > DEPTH_MAX) return literal(token.raw);
	switch (token.type) {
		case 'space':
			return undefined;
		case 'paragraph':
		case 'text':
			return { kind: 'paragraph', content: toInlines(token.tokens ?? [token]) };
		case 'heading':
			return { kind: 'paragraph', content: [{ kind: 'strong', content: toInlines(token.tokens) }] };
		case 'table':
			return { kind: 'paragraph', content: toLines(token) };
		case 'code':
			return { kind: 'code', text: token.text };
		case 'blockquote':
			return { kind: 'quote', content: toBlocks(token.tokens, depth + 1) };
		case 'list': {
			const start = token.start === '' ? undefined : token.start;
			return { kind: 'list', start, items: token.items.map((item) => toBlocks(joinCheckbox(item.tokens), depth + 1)) };
		}
		default:
			return literal(token.raw);
	}
}

/** "[x]" before an item is the beginning of its first line. */
function joinCheckbox(tokens: readonly Token[]): readonly Token[] {
	const [checkbox, line, ...rest] = tokens;
	if (checkbox?.type !== 'checkbox' || line?.type !== 'text') return tokens;
	return [{ ...line, tokens: [checkbox, ...(line.tokens ?? [])] }, ...rest];
}

/** A line for each row, the first one strong. */
function toLines({ header, rows }: Tokens.Table): Inline[] {
	const lines = rows.flatMap((row): Inline[] => [{ kind: 'text', text: '\n' }, ...toCells(row)]);
	return [{ kind: 'strong', content: joinTexts(toCells(header)) }, ...joinTexts(lines)];
}

function toCells(row: readonly Tokens.TableCell[]): Inline[] {
	const separator: Inline = { kind: 'text', text: ' | ' };
	return row.flatMap(({ tokens }, index) => (index > 0 ? [separator, ...toInlines(tokens)] : toInlines(tokens)));
}

export function toInlines(tokens: readonly Token[], isInLink = false): Inline[] {
	return joinTexts((tokens as readonly MarkedToken[]).flatMap((token) => toInline(token, isInLink)));
}

function toInline(token: MarkedToken, isInLink: boolean): Inline[] {
	switch (token.type) {
		case 'strong':
			return [{ kind: 'strong', content: toInlines(token.tokens, isInLink) }];
		case 'em':
			return [{ kind: 'emphasis', content: toInlines(token.tokens, isInLink) }];
		case 'codespan':
			return [{ kind: 'code', text: token.text }];
		case 'link':
			return toLink(token, toInlines(token.tokens, true), isInLink);
		case 'image':
			// A picture would tell its server who reads the message, and when.
			return toLink(token, [{ kind: 'text', text: token.text }], isInLink);
		case 'escape':
			return [{ kind: 'text', text: token.text }];
		case 'br':
			return [{ kind: 'text', text: '\n' }];
		default:
			// Not its `text`, where character references are decoded: "&#60;" is what was typed.
			return [{ kind: 'text', text: token.raw }];
	}
}

function toLink({ href, raw }: Tokens.Link | Tokens.Image, label: Inline[], isInLink: boolean): Inline[] {
	const isLabelled = toLine([{ kind: 'paragraph', content: label }]) !== '';
	const content: Inline[] = isLabelled ? label : [{ kind: 'text', text: href }];
	// A link holds no other, and the application API's mentions of agents are names, not links.
	if (isInLink || href.startsWith('mention:')) return content;
	const url = safeUrl(href);
	return url ? [{ kind: 'link', href: url, content }] : [{ kind: 'text', text: raw }];
}

/** One text for those beside each other. */
function joinTexts(parts: readonly Inline[]): Inline[] {
	const joined: Inline[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
		else joined.push(part.kind === 'text' ? { ...part } : part);
	}
	return joined;
}
