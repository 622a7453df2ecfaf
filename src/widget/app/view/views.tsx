/**
 * The component of each route. Home and the conversation are part of the app's chunk; every other
 * view is a chunk of its own.
 */
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { FunctionComponent } from 'react';
import { Delayed } from '#ui/Delayed.tsx';
import { portalAtom } from '../../features/articles/portal.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { isInCallAtom } from '../../features/calls/calls.ts';
import { hasEndedAtom } from '../../features/conversation/conversation.ts';
import { isAskingToEndAtom } from '../../features/conversation/endConversation.ts';
import { EndNoticeView } from '../../screens/conversation/EndNoticeView.tsx';
import { HomeView } from '../../screens/home/HomeView.tsx';
import { MessagesView } from '../../screens/conversation/MessagesView.tsx';
import { authTokenAtom } from '../../features/session/session.ts';
import { waitingAtom } from '../../features/session/waiting.ts';
import {
	LazyArticle,
	LazyCall,
	LazyCaptcha,
	LazyCampaign,
	LazyEarlierMessages,
	LazyEnding,
	LazyForm,
	LazyHistory,
	LazyHomeMore,
	LazyTopics,
	LazyUnread,
} from '../header/lazyViews.ts';
import { askToOpen, dismissPreview, startConversation } from '../routing/navigate.ts';
import { moveTo, noteParams } from '../routing/route.ts';
import type { RouteName, RouteParams } from '../routing/routes.ts';

/**
 * Home loads what stands below after this long, so that a visitor who goes straight on to the
 * conversation does not load it.
 */
export const ARTICLES_DELAY = 500;

/** Each view gets the parameters of its route as props. */
export const VIEWS: Readonly<Record<RouteName, FunctionComponent<RouteParams>>> = {
	'unread-messages': UnreadPreview,
	campaigns: CampaignPreview,
	home: Home,
	'prechat-form': LazyForm,
	messages: Messages,
	'article-viewer': Article,
	'earlier-messages': EarlierMessages,
};

/** Parts that may be shown below or over every view. */
export function Overlays() {
	const isChallenged = useAtomValue(waitingAtom).length > 0;
	const isInCall = useAtomValue(isInCallAtom);
	return (
		<>
			{isChallenged && <LazyCaptcha />}
			{isInCall && <LazyCall />}
		</>
	);
}

function UnreadPreview() {
	const open = useSetAtom(askToOpen);
	const dismiss = useSetAtom(dismissPreview);
	return <LazyUnread onOpen={open} onClose={dismiss} />;
}

function CampaignPreview() {
	const open = useSetAtom(askToOpen);
	const dismiss = useSetAtom(dismissPreview);
	return <LazyCampaign onAccept={open} onClose={dismiss} />;
}

function Home() {
	const start = useSetAtom(startConversation);
	const move = useSetAtom(moveTo);
	const portal = useAtomValue(portalAtom);
	const { topics: hasTopics, emailCode } = useAtomValue(channelAtom);
	// A visitor without a session has never written, so there are no earlier conversations.
	const isKnown = useAtomValue(authTokenAtom) !== undefined;
	const begin = () => start();
	return (
		<HomeView onStart={begin} topics={hasTopics && <LazyTopics onStart={start} />}>
			{isKnown && (
				<LazyHistory onRead={(id) => move('earlier-messages', { conversation: String(id) })} onStart={begin} />
			)}
			{(portal || emailCode) && (
				<Delayed delay={ARTICLES_DELAY}>
					<LazyHomeMore />
				</Delayed>
			)}
		</HomeView>
	);
}

function Article({ link }: RouteParams) {
	const note = useSetAtom(noteParams);
	return <LazyArticle link={link} onMove={(moved) => note({ link: moved })} />;
}

function EarlierMessages({ conversation }: RouteParams) {
	const move = useSetAtom(moveTo);
	return <LazyEarlierMessages conversation={conversation} onLeave={() => move('messages')} />;
}

function Messages() {
	const hasEnded = useAtomValue(hasEndedAtom);
	const isEndShown = useAtomValue(isAskingToEndAtom) || hasEnded;
	return (
		<MessagesView>
			<EndNoticeView />
			{isEndShown && <LazyEnding />}
		</MessagesView>
	);
}
