/** Puts the models on a store of their own and connects them with the world. React has no part in it. */
import { createStore } from 'jotai/vanilla';
import type { WidgetPage } from '#protocol/channel.ts';
import type { DarkMode } from '#protocol/darkMode.ts';
import { isPopOutName } from '#protocol/popOut.ts';
import { followPicks, resumePicks } from '../features/attachments/picks.ts';
import { setPage } from '../features/channel/channel.ts';
import { learnAboutHost } from '../features/host/host.ts';
import { wishLocale } from '../features/language/language.ts';
import { followDraft, resumeDraft } from '../features/messages/draft.ts';
import { stopCatchingUp } from '../features/messages/catchUp.ts';
import { isWaitingAtom } from '../features/messages/messages.ts';
import { resumePlace } from '../features/messages/place.ts';
import { followOutbox, readOutbox } from '../features/messages/outbox.ts';
import { sendOutbox, stopSending } from '../features/messages/sending.ts';
import { followReply, resumeReply } from '../features/replies/replies.ts';
import { loadAgents } from '../features/availability/agents.ts';
import { followFormDraft } from '../features/prechat/formDraft.ts';
import { isFormDueAtom } from '../features/prechat/prechat.ts';
import { followOtherTabs, resumeSession, withholdSession } from '../features/session/session.ts';
import { unreadCountAtom } from '../features/unread/unread.ts';
import { keepForWindow } from '../transport/storage.ts';
import { connectCampaigns } from './connectCampaigns.ts';
import { openHostChannel } from '../transport/hostChannel.ts';
import { loadChunk } from '../transport/chunk.ts';
import { findNativeBridge } from '../transport/nativeBridge.ts';
import { connectHost } from './connectHost.ts';
import { connectKeyboard } from './connectKeyboard.ts';
import { connectPopOut } from './connectPopOut.ts';
import { connectReading } from './connectReading.ts';
import { connectTheme } from './connectTheme.ts';
import { connectRealtime } from './connectRealtime.ts';
import { connectView } from './connectView.ts';
import { keepView, resumeView } from './keepView.ts';
import { followForm, followLoading, followUnread, toggleOpen } from './navigate.ts';
import { reportToHost } from './reportToHost.ts';
import { followHash } from './route.ts';

type Store = ReturnType<typeof createStore>;

export interface Widget {
	store: Store;
	/** Takes its listeners, its socket, its retries and its views away. */
	stop: () => void;
}

/** Starts the app in `container` with what the document says and the query of its address (`WidgetPageQuery`). */
export function boot(page: WidgetPage, query: URLSearchParams, container: HTMLElement): Widget {
	const store = createStore();
	const isFramed = window.parent !== window;
	const hostOrigin = isFramed ? query.get('origin') : null;
	// Our element says whose page it is on; the described product's script does not.
	const isUnderAnother = isFramed && hostOrigin === null;
	const nativeBridge = findNativeBridge();

	const isPopOut = !isFramed && isPopOutName(window.name);
	const isApart = query.get('user') === 'apart';
	keepForWindow(isPopOut || isApart);

	store.set(setPage, page);
	const locale = query.get('locale');
	if (locale) store.set(wishLocale, locale);
	store.set(learnAboutHost, {
		isPresent: isFramed || nativeBridge !== undefined,
		// An app gives it the whole screen, and there is no launcher.
		isMobile: nativeBridge !== undefined,
		isOpen: !isFramed || query.get('view') === 'open',
		isPopOut,
		// Where no page says it, as the visitor's system is.
		darkMode: (query.get('color_scheme') ?? (isFramed ? 'light' : 'auto')) as DarkMode,
	});
	if (query.get('user') === 'pending') store.set(withholdSession);
	else store.set(resumeSession, isApart || (isPopOut && !isReload()));
	store.set(resumeDraft);
	store.set(resumePicks);
	store.set(resumeReply);
	if (query.has('resume')) {
		resumeView(store);
		store.set(resumePlace);
	}
	store.set(readOutbox);

	let isStopped = false;
	const undos = [
		store.set(followHash, () => store.set(followForm)),
		store.set(followOtherTabs),
		store.set(followDraft),
		store.set(followPicks),
		store.set(followReply),
		store.set(followFormDraft),
		keepView(store),
		connectPopOut(store),
		store.set(followOutbox, () => void store.set(sendOutbox)),
		store.sub(isWaitingAtom, () => store.set(followLoading)),
		store.sub(isFormDueAtom, () => store.set(followForm)),
		store.sub(unreadCountAtom, () => store.set(followUnread)),
		connectTheme(store),
		connectReading(store),
		connectKeyboard(store),
	];
	store.set(followForm);
	if (hostOrigin !== null) {
		const channel = connectHost(store, (onMessage) => openHostChannel(hostOrigin, onMessage));
		undos.push(reportToHost(store, channel), channel.close, connectCampaigns(store));
	} else if (isUnderAnother) {
		void loadChunk(() => import('./connectDescribedHost.ts')).then(
			({ connectDescribedHost }) => {
				if (!isStopped) undos.push(connectDescribedHost(store, page.channel));
			},
			(error: unknown) => {
				console.debug('live-chat-widget: the page was not spoken to', error);
				if (isStopped) return;
				// It shows all the same.
				store.set(learnAboutHost, { isPresent: false });
				store.set(toggleOpen, true);
			},
		);
	} else if (nativeBridge) {
		void loadChunk(() => import('../transport/nativeChannel.ts')).then(({ openNativeChannel }) => {
			if (isStopped) return;
			const channel = connectHost(store, (onMessage) => openNativeChannel(nativeBridge, onMessage));
			undos.push(reportToHost(store, channel, { ...page.channel }), channel.close);
		});
	}
	undos.push(connectView(store, container), connectRealtime(store));
	if (!isFramed) void store.set(loadAgents);
	undos.push(
		() => store.set(stopSending),
		() => store.set(stopCatchingUp),
	);
	return {
		store,
		stop() {
			isStopped = true;
			for (const undo of undos) undo();
		},
	};
}

/** The page is there again, rather than for somebody who has opened it. */
function isReload(): boolean {
	const [entry] = performance.getEntriesByType('navigation');
	return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
