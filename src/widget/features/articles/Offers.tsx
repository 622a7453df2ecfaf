import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { createLazy } from '#ui/createLazy.tsx';
import { channelAtom } from '../channel/channel.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { draftAtom } from '../messages/draft.ts';
import { shownMessagesAtom } from '../messages/messages.ts';
import { portalAtom } from './portal.ts';

const LazyOffers = createLazy(
	async () => (await loadWithTexts(() => import('./ArticleOffers.tsx'))).ArticleOffers,
	() => null,
);

/** Whether the visitor is writing the first message, and the website wants to offer articles. */
const isOfferingAtom = atom(
	(get) =>
		get(portalAtom) !== undefined &&
		get(channelAtom).offerArticles !== false &&
		get(draftAtom) !== '' &&
		!get(shownMessagesAtom).some(({ isFromVisitor }) => isFromVisitor),
);

/** Between messages and composer: articles that may answer the first message, which load on use. */
export function Offers() {
	return useAtomValue(isOfferingAtom) && <LazyOffers />;
}
