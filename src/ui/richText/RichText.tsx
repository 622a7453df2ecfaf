import type { ReactElement } from 'react';
import type { Block, Inline } from '#markdown/blocks.ts';
import { useBlocks } from './useBlocks.ts';
import styles from './RichText.module.css';

interface Props {
	/** Markdown from any author, trusted or not. */
	text: string;
	/** Its parts that are data and no Markdown: `content_attributes.verbatim` of a message. */
	verbatim?: unknown;
	/** More of it follows: screen readers wait for the whole. */
	isGrowing?: boolean;
}

/**
 * Draws a text as block elements, so it must not be within a paragraph or a button. The text has
 * the colour of its surroundings; links have `--rich-text-link` where that is set.
 */
export function RichText({ text, verbatim, isGrowing }: Props) {
	return (
		<div className={styles.text} aria-busy={isGrowing || undefined}>
			{useBlocks(text, verbatim).map((block, index) => drawBlock(block, index, 'auto'))}
		</div>
	);
}

// The parts of a text have no identity but their position, and they only change all at once, so the
// position is the key.

/**
 * @param dir direction of the outermost blocks. A block whose parts each find their own direction
 * has no text to find one by, and gets none.
 */
function drawBlock(block: Block, key: number, dir?: 'auto'): ReactElement {
	switch (block.kind) {
		case 'paragraph':
			return (
				<p key={key} dir={dir} className={styles.paragraph}>
					{block.content.map(drawInline)}
				</p>
			);
		case 'code':
			return (
				<pre key={key} dir={dir} className={styles.block}>
					<code>{block.text}</code>
				</pre>
			);
		case 'quote':
			return (
				<blockquote key={key} dir={dir} className={styles.quote}>
					{block.content.map((part, index) => drawBlock(part, index))}
				</blockquote>
			);
		case 'list': {
			const items = block.items.map((item, index) => (
				<li key={index}>{item.map((part, place) => drawBlock(part, place))}</li>
			));
			return block.start === undefined ? (
				<ul key={key} dir={dir} className={styles.bullets}>
					{items}
				</ul>
			) : (
				<ol key={key} dir={dir} start={block.start} className={styles.numbers}>
					{items}
				</ol>
			);
		}
	}
}

function drawInline(part: Inline, key: number): ReactElement | string {
	switch (part.kind) {
		case 'text':
			return part.text;
		case 'code':
			return (
				<code key={key} className={styles.code}>
					{part.text}
				</code>
			);
		case 'emphasis':
			return <em key={key}>{part.content.map(drawInline)}</em>;
		case 'strong':
			return <strong key={key}>{part.content.map(drawInline)}</strong>;
		case 'link':
			return (
				<a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
					{part.content.map(drawInline)}
				</a>
			);
	}
}
