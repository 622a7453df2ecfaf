/** The views that are chunks of their own, each loaded when it is first shown. */
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';

export const LazyEnding = createLazy(async () => (await loadWithTexts(() => import('./Ending.tsx'))).Ending);
export const LazyCall = createLazy(
	async () => (await loadWithTexts(() => import('../../screens/calls/CallView.tsx'))).CallView,
);
export const LazyCaptcha = createLazy(
	async () => (await loadWithTexts(() => import('../../screens/captcha/CaptchaView.tsx'))).CaptchaView,
);
export const LazyCampaign = createLazy(
	async () => (await loadChunk(() => import('../../screens/campaigns/CampaignView.tsx'))).CampaignView,
);
export const LazyUnread = createLazy(
	async () => (await loadChunk(() => import('../../screens/unread/UnreadMessagesView.tsx'))).UnreadMessagesView,
);
export const LazyForm = createLazy(
	async () => (await loadChunk(() => import('../../screens/prechat/PrechatView.tsx'))).PrechatView,
);

export const LazyTopics = createLazy(
	async () => (await loadChunk(() => import('../../screens/home/TopicsView.tsx'))).TopicsView,
);

export const LazyHistory = createLazy(
	async () => (await loadWithTexts(() => import('../../screens/history/HistoryView.tsx'))).HistoryView,
	() => null,
);
export const LazyEarlierMessages = createLazy(
	async () =>
		(await loadWithTexts(() => import('../../screens/conversation/EarlierMessagesView.tsx'))).EarlierMessagesView,
);

export const LazyHomeMore = createLazy(
	async () => (await loadWithTexts(() => import('../../screens/home/HomeMoreView.tsx'))).HomeMoreView,
	() => null,
);
export const LazyArticle = createLazy(
	async () => (await loadWithTexts(() => import('../../screens/articles/ArticleView.tsx'))).ArticleView,
);

/** In conversations with messages only. */
export const LazyMore = createLazy(
	async () => (await loadChunk(() => import('./HeaderMore.tsx'))).HeaderMore,
	() => null,
);
