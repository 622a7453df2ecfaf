/** A message's text as it was typed, with its web addresses as links. */
import { splitLinks } from './splitLinks.ts';
import styles from './MessageText.module.css';

export function MessageText({ text }: { text: string }) {
	return (
		<p className={styles.text} dir="auto">
			{splitLinks(text).map((part, index) =>
				part.href ? (
					<a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
						{part.text}
					</a>
				) : (
					part.text
				),
			)}
		</p>
	);
}
