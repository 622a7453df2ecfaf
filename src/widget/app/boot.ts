/**
 * Creates a store for the models and connects them with everything outside: host page, server and
 * storage. React has no part in it.
 */
import { createStore } from 'jotai/vanilla';
import type { WidgetPage } from '#protocol/entities/channel.ts';
import type { DarkMode } from '#protocol/entities/darkMode.ts';
import { isPopOutName } from '#protocol/frame/popOut.ts';
import { loadChunk } from '#client/chunk.ts';
import { keepForWindow } from '#client/storage.ts';
import { setPage } from '../features/channel/channel.ts';
import { hostAtom, updateHostFacts } from '../features/host/host.ts';
import { requestLocale } from '../features/language/language.ts';
import { stopCatchingUp } from '../features/messages/catchUp.ts';
import { resumePosition } from '../screens/conversation/readingPosition.ts';
import { followOutbox } from '#models/outbox.ts';
import { sendOutbox, stopSending } from '#models/sending.ts';
import { openVisitorOutbox } from '../features/sending/visitorOutbox.ts';
import { loadAgents } from '../features/availability/agents.ts';
import { beginSession, followOtherTabs, resumeSession } from '../features/session/session.ts';
import { severalAtom } from '../features/session/several.ts';
import { findNativeBridge } from '../bridge/nativeBridge.ts';
import { connectPage } from './host/connectPage.ts';
import { forgetDevice } from './visitor/forgetDevice.ts';
import { connectPopOut } from './host/connectPopOut.ts';
import { connectTheme } from './connectTheme.ts';
import { connectRealtime } from './connectRealtime.ts';
import { connectView } from './view/connectView.ts';
import { persistView, restoreView } from './routing/persistView.ts';
import { connectNavigation, followLoading } from './routing/navigate.ts';
import { awaitUser } from './visitor/identifyUser.ts';
import { followInput, restoreInput } from './visitor/restoreInput.ts';
import type { Store } from './routing/store.ts';

export interface Widget {
	store: Store;
	/** Removes its listeners, closes its socket, and ends its retries and views. */
	stop: () => void;
}

/**
 * Starts the app in `container`, with the data of the document and the query of its address
 * (`WidgetPageQuery`).
 */
export function boot(page: WidgetPage, query: URLSearchParams, container: HTMLElement): Widget {
	const store = createStore();
	const isFramed = window.parent !== window;
	const hostOrigin = isFramed ? query.get('origin') : null;
	const nativeBridge = findNativeBridge();

	const isPopOut = !isFramed && isPopOutName(window.name);
	const isIsolated = query.get('user') === 'apart';
	keepForWindow(isPopOut || isIsolated);

	store.set(setPage, page);
	const locale = query.get('locale');
	if (locale) store.set(requestLocale, locale);
	store.set(updateHostFacts, {
		isPresent: isFramed || nativeBridge !== undefined,
		// An app gives the chat the whole screen, and has no launcher of ours.
		isMobile: nativeBridge !== undefined,
		isOpen: !isFramed || query.get('view') === 'open',
		isPopOut,
		// Known from the start, since messages may be read before the page has sent its wishes.
		askBefore: query.get('ask') ?? undefined,
		// A window of its own has no page that tells it.
		topic: query.get('topic') ?? undefined,
		// Without a page that says otherwise, the visitor's system decides.
		darkMode: (query.get('color_scheme') ?? (isFramed ? 'light' : 'auto')) as DarkMode,
		// Where that code does not load, nothing of the user is kept.
		onIdentityLost: () =>
			loadChunk(() => import('./visitor/signOut.ts'))
				.then(
					({ signOut }) => store.set(signOut),
					() => store.set(forgetDevice),
				)
				.catch(console.debug),
	});
	if (page.channel.allowMultipleConversations) {
		const prepare = () =>
			loadChunk(() => import('./connectSeveral.ts')).then(({ connectSeveral }) => connectSeveral(store));
		store.set(severalAtom, { prepare });
	}
	if (isIsolated) store.set(beginSession, 'isolated');
	const undos: (() => void)[] = [];
	if (query.get('user') === 'pending') undos.push(awaitUser(store));
	else store.set(resumeSession, isIsolated || (isPopOut && !isReload()));
	store.set(restoreInput);
	if (query.has('resume')) {
		restoreView(store);
		store.set(resumePosition);
	}
	store.set(openVisitorOutbox);

	undos.push(
		connectNavigation(store),
		store.set(followOtherTabs),
		...followInput(store),
		persistView(store),
		connectPopOut(store),
		store.set(followOutbox, () => void store.set(sendOutbox)),
		connectTheme(store),
	);
	store.set(followLoading);
	undos.push(connectPage(store, page.channel, { hostOrigin, nativeBridge }));
	undos.push(connectView(store, container), connectRealtime(store));
	// A frame that begins closed asks when it opens.
	if (store.get(hostAtom).isOpen) void store.set(loadAgents);
	undos.push(
		() => store.set(stopSending),
		() => store.set(stopCatchingUp),
		() => store.get(severalAtom)?.stop?.(),
	);
	return {
		store,
		stop() {
			for (const undo of undos) undo();
		},
	};
}

/** Whether the page was reloaded, or restored from history, instead of opened by a link. */
function isReload(): boolean {
	const [entry] = performance.getEntriesByType('navigation');
	return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
