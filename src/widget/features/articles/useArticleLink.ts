import { useAtomValue, useSetAtom } from 'jotai/react';
import type { MouseEvent } from 'react';
import { portalAtom, portalPath } from './portal.ts';
import { openArticle } from './requestedArticle.ts';

/**
 * Answers a function that gives the properties of a link to a page of the channel's help centre.
 * The link opens in the viewer, or in a new tab when the visitor presses it with a modifier key or
 * the middle button. Undefined for a link to anywhere else.
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
