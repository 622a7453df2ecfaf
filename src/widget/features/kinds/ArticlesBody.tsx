import { ArticleList } from '#ui/kinds/ArticleList.tsx';
import { useArticleLink } from '../articles/useArticleLink.ts';
import { KindText } from './KindText.tsx';
import type { KindProps } from './kindProps.ts';

/** A list of links to articles. A page of the channel's own help centre opens in the viewer. */
export function ArticlesBody({ message, attributes }: KindProps<'article'>) {
	return (
		<>
			<KindText message={message} />
			<ArticleList items={attributes.items} openHere={useArticleLink()} />
		</>
	);
}
