import type { ReactElement } from 'react';
import type { Block, Inline } from '#markdown/blocks.ts';
import { useBlocks } from './useBlocks.ts';
import styles from './RichText.module.css';

interface Props {
	/** Markdown that anybody may have written. */
	text: string;
}

/**
 * A text as blocks, so not for inside a paragraph or a button. It has the colours of what is around it; links have
 * `--rich-text-link` where that is set.
 */
export function RichText({ text }: Props) {
	return <div className={styles.text}>{useBlocks(text).map((block, index) => drawBlock(block, index, 'auto'))}</div>;
}

// The parts of a text have no identity but their place: they change only when all of it does, so the place is the key.

/** @param dir of the outermost blocks only: a block whose parts choose a direction of their own has no text to choose by. */
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
