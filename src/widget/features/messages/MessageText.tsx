import { parseContent } from './content.ts';
import styles from './MessageText.module.css';

/** A message's text with its line breaks and links. Text is only ever text: nothing here can become markup. */
export function MessageText({ content }: { content: string }) {
	return (
		<p className={styles['text']} dir="auto">
			{parseContent(content).map((part, index) =>
				part.kind === 'link' ? (
					<a key={index} className={styles['link']} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
						{part.text}
					</a>
				) : (
					part.text
				),
			)}
		</p>
	);
}
