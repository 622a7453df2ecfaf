import type { AnchorHTMLAttributes } from 'react';
import { safeUrl } from '#markdown/safeUrl.ts';
import type { ArticleItem } from '#protocol/entities/contentTypes.ts';
import styles from './ArticleList.module.css';

/**
 * Longer descriptions are truncated to this many characters, three dots included (docs/wire.md,
 * Kinds of message).
 */
const DESCRIPTION_MAX = 100;

interface Props {
	items: readonly ArticleItem[];
	/**
	 * Answers the properties of a link that opens here; undefined for one that opens in a new tab.
	 */
	openHere?: (link: string) => AnchorHTMLAttributes<HTMLAnchorElement> | undefined;
}

/** A list of links to articles. */
export function ArticleList({ items, openHere }: Props) {
	return (
		<ul className={styles.articles}>
			{items.map((item, index) => (
				// Articles have no identity but their position.
				<li key={index}>
					<Article item={item} here={openHere?.(item.link)} />
				</li>
			))}
		</ul>
	);
}

/** An article's title and description. An unsafe link is left out. */
function Article({
	item: { title, description, link },
	here,
}: {
	item: ArticleItem;
	here: AnchorHTMLAttributes<HTMLAnchorElement> | undefined;
}) {
	const address = safeUrl(link);
	const words = (
		<>
			<span className={styles.title} dir="auto">
				{title}
			</span>
			{description && (
				<span className={styles.description} dir="auto">
					{shorten(description)}
				</span>
			)}
		</>
	);
	if (here) {
		return (
			<a className={styles.article} {...here}>
				{words}
			</a>
		);
	}
	if (address === undefined) return <div className={styles.article}>{words}</div>;
	return (
		<a className={styles.article} href={address} target="_blank" rel="noopener noreferrer nofollow">
			{words}
		</a>
	);
}

function shorten(text: string): string {
	const characters = Array.from(text);
	return characters.length > DESCRIPTION_MAX ? `${characters.slice(0, DESCRIPTION_MAX - 3).join('')}...` : text;
}
