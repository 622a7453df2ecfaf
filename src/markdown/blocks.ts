/**
 * Everything that a written text may become. These types are the allow-list: what they cannot
 * express is never shown, and nothing else decides what is drawn.
 */

export type Inline =
	/** A newline in `text` is a line break. */
	| { kind: 'text'; text: string }
	| { kind: 'code'; text: string }
	| { kind: 'emphasis' | 'strong'; content: Inline[] }
	/** `href` was checked by `safeUrl`. */
	| { kind: 'link'; href: string; content: Inline[] };

export type Block =
	| { kind: 'paragraph'; content: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'quote'; content: Block[] }
	/** `start` is the number of the first item; a list without one has bullets. */
	| { kind: 'list'; start: number | undefined; items: Block[][] };

/** The text as it was written, as one block. */
export function literal(text: string): Block {
	return { kind: 'paragraph', content: [{ kind: 'text', text: text.replace(/\r\n?/g, '\n').trim() }] };
}

/** The words without the markup, on one line. */
export function toLine(blocks: readonly Block[]): string {
	return blocks.map(wordsOfBlock).join(' ').replace(/\s+/g, ' ').trim();
}

function wordsOfBlock(block: Block): string {
	switch (block.kind) {
		case 'paragraph':
			return wordsOf(block.content);
		case 'code':
			return block.text;
		case 'quote':
			return toLine(block.content);
		case 'list':
			return block.items.map(toLine).join(' ');
	}
}

function wordsOf(content: readonly Inline[]): string {
	return content.map((part) => ('text' in part ? part.text : wordsOf(part.content))).join('');
}
