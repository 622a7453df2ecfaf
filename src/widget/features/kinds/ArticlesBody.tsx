import { safeUrl } from '#markdown/safeUrl.ts';
import type { ArticleItem } from '#protocol/contentTypes.ts';
import { useArticleLink } from '../articles/useArticleLink.ts';
import styles from './ArticlesBody.module.css';
import { KindText } from './KindText.tsx';
import type { KindProps } from './kindProps.ts';

/** Longer descriptions are truncated to this many characters, three dots included (docs/wire.md, Kinds of message). */
const DESCRIPTION_MAX = 100;

/** A list of links to articles. */
export function ArticlesBody({ message, attributes }: KindProps<'article'>) {
	return (
		<>
			<KindText message={message} />
			<ul className={styles.articles}>
				{attributes.items.map((item, index) => (
					// Articles have no identity but their position.
					<li key={index}>
						<Article item={item} />
					</li>
				))}
			</ul>
		</>
	);
}

/**
 * An article's title and description. A page of the channel's own help centre opens in the viewer; an unsafe link is left
 * out.
 */
function Article({ item: { title, description, link } }: { item: ArticleItem }) {
	const ownPage = useArticleLink()(link);
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
	if (ownPage) {
		return (
			<a className={styles.article} {...ownPage}>
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
