/**
 * The Markdown parser, by far the largest part of this folder: in browsers only `useBlocks.ts`
 * imports it, when a text needs it.
 */
import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked';
import { literal, toLine, type Block, type Inline } from './blocks.ts';
import { findEmphasis, type Emphasis } from './findEmphasis.ts';
import { findLinks, type FoundLink } from './findLinks.ts';
import { safeUrl } from './safeUrl.ts';

/** Quotes and lists that are nested deeper than this leave no room for text on a narrow screen. */
const DEPTH_MAX = 6;

/** A backslash at the end of a longer path is a line break. */
const PATH_MAX = 260;

/**
 * The blocks of a message, at least one: a text of markup without words is shown as it was written.
 * @param verbatim parts of the text that are data and no Markdown, if it is an array of texts
 */
export function parseMarkdown(text: string, verbatim?: unknown): Block[] {
	const lexer = new PlainLexer({ gfm: true, breaks: true, tokenizer: new MessageTokenizer() });
	const values = Array.isArray(verbatim) ? verbatim.filter((value) => typeof value === 'string' && value !== '') : [];
	const covered = values.reduce<string>((rest, value, index) => rest.replaceAll(value, standIn(index)), text);
	const blocks = toBlocks(lexer.lex(covered), 0);
	if (toLine(blocks) === '') return [literal(text)];
	return values.length > 0 ? uncover(blocks, values) : blocks;
}

/** A private character, which is no mark, stands for a value while the text is parsed. */
function standIn(index: number): string {
	return String.fromCodePoint(0xf0000 + index);
}

function uncover<Part extends Block | Inline>(parts: readonly Part[], values: readonly string[]): Part[] {
	const fill = (text: string) =>
		values.reduceRight((filled, value, index) => filled.replaceAll(standIn(index), () => value), text);
	return parts.map((part) => {
		if ('text' in part) return { ...part, text: fill(part.text) };
		if (part.kind === 'list') return { ...part, items: part.items.map((item) => uncover(item, values)) };
		return { ...part, content: uncover<Block | Inline>(part.content, values) };
	});
}

/** Looks through each text before the tokenizer takes it to pieces. */
export class PlainLexer extends Lexer {
	/** The text that is being taken to pieces; a strong part of it is one, too. */
	text = '';
	links: FoundLink[] = [];
	#emphasis: Emphasis | undefined;

	get emphasis(): Emphasis {
		return (this.#emphasis ??= findEmphasis(this.text, this.#cover()));
	}

	override inlineTokens(source: string, tokens?: Token[]): Token[] {
		const { text, links } = this;
		const emphasis = this.#emphasis;
		this.text = source;
		this.links = findLinks(source);
		this.#emphasis = undefined;
		try {
			return super.inlineTokens(source, tokens);
		} finally {
			this.text = text;
			this.links = links;
			this.#emphasis = emphasis;
		}
	}

	/**
	 * The text with blanks in place of code, labelled links and addresses, in which no mark acts.
	 */
	#cover(): string {
		const code = [...this.text.matchAll(Lexer.rules.inline.gfm.blockSkip)]
			.filter(([written]) => !written.startsWith('<'))
			.map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
		let covered = this.text;
		for (const { start, end } of [...code, ...this.links]) {
			covered = covered.slice(0, start) + 'a'.repeat(end - start) + covered.slice(end);
		}
		return covered;
	}
}

/** Leaves out the parts of Markdown that neither messages nor articles use. */
export class PlainTokenizer extends Tokenizer {
	declare lexer: PlainLexer;

	// HTML is shown as text.
	override html(): undefined {}
	// A tilde is no strikethrough.
	override del(): undefined {}

	override url(source: string): Tokens.Link | undefined {
		const at = this.positionOf(source);
		const link = this.lexer.links.find(({ start }) => start === at);
		if (link === undefined) return undefined;
		const raw = source.slice(0, link.end - at);
		return { type: 'link', raw, href: link.href, text: raw, tokens: [{ type: 'text', raw, text: raw }] };
	}

	override inlineText(source: string): Tokens.Text | undefined {
		const at = this.positionOf(source);
		const next = this.lexer.links.find(({ start }) => start > at);
		return super.inlineText(next ? source.slice(0, next.start - at) : source);
	}

	/** Where the rest of a text begins in it. */
	protected positionOf(rest: string): number {
		return this.lexer.text.length - rest.length;
	}
}

/**
 * Leaves out what the writer of a chat message types without meaning Markdown, so that the text
 * shows as it was typed: docs/markdown.md.
 */
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

	/** What stands behind the backticks would not show, and tildes are waves. */
	override fences(source: string): Tokens.Code | undefined {
		return /^ {0,3}`{3,}[ \t]*[\w+#.-]*[ \t]*(?:\n|$)/.test(source) ? super.fences(source) : undefined;
	}

	/**
	 * The lines that begin with "> ": ">3 items" does not, and the answer below a quotation is none
	 * of it.
	 */
	override blockquote(source: string): Tokens.Blockquote | undefined {
		const raw = /^>[ \t].*(?:\n>(?:[ \t].*|(?=\n|$)))*\n?/.exec(source)?.[0];
		if (raw === undefined) return undefined;
		const text = raw.trimEnd().replaceAll(/^>[ \t]?/gm, '');
		return { type: 'blockquote', raw, text, tokens: this.lexer.blockTokens(text, []) };
	}

	override emStrong(source: string): Tokens.Em | Tokens.Strong | undefined {
		const at = this.positionOf(source);
		const pair = this.lexer.emphasis.pairs.get(at);
		if (pair === undefined) return undefined;
		const text = source.slice(pair.length, pair.end - at);
		const raw = source.slice(0, pair.end - at + pair.length);
		return { type: pair.length === 1 ? 'em' : 'strong', raw, text, tokens: this.lexer.inlineTokens(text) };
	}

	/** (´・ω・`) is a face. */
	override codespan(source: string): Tokens.Codespan | undefined {
		return /^`+[)）]/.test(source) ? undefined : super.codespan(source);
	}

	/** A backslash escapes a mark that would act without it, and no other: those of paths stay. */
	override escape(source: string): Tokens.Escape | undefined {
		if (!source.startsWith('\\')) return undefined;
		const at = this.positionOf(source);
		const { text, emphasis } = this.lexer;
		const isAtLineStart = at === 0 || text[at - 1] === '\n';
		const acts =
			emphasis.escapes.has(at) ||
			(isAtLineStart && /^\\(?:(?:#{1,6}|[>+*-])[ \t]|```)/.test(source)) ||
			(/^\\[.)][ \t]/.test(source) && /(?:^|\n)\d{1,9}$/.test(text.slice(Math.max(0, at - 10), at))) ||
			/^\\(?:\[[^[\]]*)?\]\(/.test(source) ||
			(source[1] === '`' && (text.slice(0, at).includes('\\`') || this.codespan(source.slice(1)) !== undefined));
		return acts ? super.escape(source) : undefined;
	}

	/**
	 * A backslash at the end of a line is a line break, as Markdown's editors write it, and not the
	 * end of a path.
	 */
	override br(source: string): Tokens.Br | undefined {
		const at = this.positionOf(source);
		const word = /\S*$/.exec(this.lexer.text.slice(Math.max(0, at - PATH_MAX), at))?.[0] ?? '';
		return source.startsWith('\\') && /\\|^[A-Za-z]:/.test(word) ? undefined : super.br(source);
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
			// A picture becomes a link: loading it would tell the picture's server who reads the
			// message, and when.
			return toLink(token, [{ kind: 'text', text: token.text }], isInLink);
		case 'escape':
			return [{ kind: 'text', text: token.text }];
		case 'br':
			return [{ kind: 'text', text: '\n' }];
		default:
			// `raw`, because `text` has its character references decoded: for someone who typed
			// "&#60;" that is not what they typed.
			return [{ kind: 'text', text: token.raw }];
	}
}

function toLink({ href, raw }: Tokens.Link | Tokens.Image, label: Inline[], isInLink: boolean): Inline[] {
	const isLabelled = toLine([{ kind: 'paragraph', content: label }]) !== '';
	const content: Inline[] = isLabelled ? label : [{ kind: 'text', text: href }];
	// A link cannot contain another. The application API writes mentions of agents as links, which
	// are shown as names.
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
