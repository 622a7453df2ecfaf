import { useAtomValue, useSetAtom } from 'jotai/react';
import type { MouseEvent } from 'react';
import { portalAtom, portalPath } from './portal.ts';
import { openArticle } from './requested.ts';

/**
 * Answers the properties of a link to a page of the channel's help centre, which opens in the viewer; with a key or another
 * button that asks for a tab of its own, in that. Undefined for a link to anywhere else.
 */
export function useArticleLink(): (link: string) => ArticleLink | undefined {
	const portal = useAtomValue(portalAtom);
	const open = useSetAtom(openArticle);
	return (link) => {
		const path = portalPath(link, portal);
		if (path === undefined) return undefined;
		return {
			href: path,
			target: '_blank',
			rel: 'noopener',
			onClick(event) {
				if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
				event.preventDefault();
				open(path);
			},
		};
	};
}

export interface ArticleLink {
	href: string;
	target: '_blank';
	rel: 'noopener';
	onClick: (event: MouseEvent) => void;
}
