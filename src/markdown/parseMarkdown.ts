/**
 * The Markdown parser, by far the largest part of this folder: in browsers only `useBlocks.ts` imports it, when a text needs
 * it.
 */
import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked';
import { literal, toLine, type Block, type Inline } from './blocks.ts';
import { safeUrl } from './safeUrl.ts';

/** Quotes and lists that are nested deeper than this leave no room for text on a narrow screen. */
const DEPTH_MAX = 6;

/** The blocks of a message, at least one: a text of markup without words is shown as it was written. */
export function parseMarkdown(text: string): Block[] {
	const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new MessageTokenizer() });
	const blocks = toBlocks(lexer.lex(text), 0);
	return toLine(blocks) === '' ? [literal(text)] : blocks;
}

/** Leaves out the parts of Markdown that neither messages nor articles use. */
export class PlainTokenizer extends Tokenizer {
	// HTML is shown as text.
	override html(): undefined {}
	// A tilde is no strikethrough.
	override del(): undefined {}

	/** In scripts without spaces between words, an address ends at the punctuation: 请看https://a.example。 */
	override url(source: string): Tokens.Link | undefined {
		const link = super.url(source);
		const end = link?.raw.search(/[\u3000-\u303F\uFF00-\uFFEF]/) ?? -1;
		return end < 0 ? link : super.url(source.slice(0, end));
	}
}

/** Leaves out what the writer of a chat message types without meaning Markdown, so that the text shows as it was typed. */
class MessageTokenizer extends PlainTokenizer {
	// As a link definition, "[note]: call back" would vanish.
	override def(): undefined {}
	// A line above "--" is no heading.
	override lheading(): undefined {}
	// A line that begins with spaces is no code.
	override code(): undefined {}

	/** "2024. That was a year" begins no list. */
	override list(source: string): Tokens.List | undefined {
		return /^ {0,3}\d{4}/.test(source) ? undefined : super.list(source);
	}
}

function toBlocks(tokens: readonly Token[], depth: number): Block[] {
	// The type also allows tokens of marked's extensions, and none is installed.
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

/** Text for "[x]" at the beginning of an item: there are no checkboxes. */
function joinCheckbox(tokens: readonly Token[]): readonly Token[] {
	const [checkbox, line, ...rest] = tokens;
	if (checkbox?.type !== 'checkbox' || line?.type !== 'text') return tokens;
	return [{ ...line, tokens: [checkbox, ...(line.tokens ?? [])] }, ...rest];
}

/** A table as one line for each row, the header in bold. */
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
			// A picture becomes a link: loading it would tell the picture's server who reads the message, and when.
			return toLink(token, [{ kind: 'text', text: token.text }], isInLink);
		case 'escape':
			return [{ kind: 'text', text: token.text }];
		case 'br':
			return [{ kind: 'text', text: '\n' }];
		default:
			// `raw`, because `text` has its character references decoded: for someone who typed "&#60;" that is not what they
			// typed.
			return [{ kind: 'text', text: token.raw }];
	}
}

function toLink({ href, raw }: Tokens.Link | Tokens.Image, label: Inline[], isInLink: boolean): Inline[] {
	const isLabelled = toLine([{ kind: 'paragraph', content: label }]) !== '';
	const content: Inline[] = isLabelled ? label : [{ kind: 'text', text: href }];
	// A link cannot contain another. The application API writes mentions of agents as links, which are shown as names.
	if (isInLink || href.startsWith('mention:')) return content;
	const url = safeUrl(href);
	return url ? [{ kind: 'link', href: url, content }] : [{ kind: 'text', text: raw }];
}

/** Joins texts that are next to each other into one. */
function joinTexts(parts: readonly Inline[]): Inline[] {
	const joined: Inline[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
		else joined.push(part.kind === 'text' ? { ...part } : part);
	}
	return joined;
}
