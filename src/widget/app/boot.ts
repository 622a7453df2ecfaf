/** Puts the models on a store of their own and connects them with the world. React has no part in it. */
import { createStore } from 'jotai/vanilla';
import type { WidgetPage } from '#protocol/channel.ts';
import { resumePicks } from '../features/attachments/picks.ts';
import { setPage } from '../features/channel/channel.ts';
import { learnAboutHost } from '../features/host/host.ts';
import { wishLocale } from '../features/language/language.ts';
import { resumeDraft } from '../features/messages/draft.ts';
import { stopCatchingUp } from '../features/messages/catchUp.ts';
import { isWaitingAtom } from '../features/messages/messages.ts';
import { followOutbox, readOutbox } from '../features/messages/outbox.ts';
import { sendOutbox, stopSending } from '../features/messages/sending.ts';
import { resumeReply } from '../features/replies/replies.ts';
import { loadAgents } from '../features/availability/availability.ts';
import { isFormDueAtom } from '../features/prechat/prechat.ts';
import { followOtherTabs, resumeSession } from '../features/session/session.ts';
import { unreadCountAtom } from '../features/unread/unread.ts';
import { connectHost } from './connectHost.ts';
import { connectKeyboard } from './connectKeyboard.ts';
import { connectReading } from './connectReading.ts';
import { connectTheme } from './connectTheme.ts';
import { connectRealtime } from './connectRealtime.ts';
import { connectView } from './connectView.ts';
import { followForm, followLoading, followUnread } from './navigate.ts';
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
	const hostOrigin = window.parent === window ? null : query.get('origin');

	store.set(setPage, page);
	const locale = query.get('locale');
	if (locale) store.set(wishLocale, locale);
	store.set(learnAboutHost, {
		isPresent: hostOrigin !== null,
		isOpen: hostOrigin === null || query.get('view') === 'open',
	});
	store.set(resumeSession);
	store.set(resumeDraft);
	store.set(resumePicks);
	store.set(resumeReply);
	store.set(readOutbox);

	const undos = [
		store.set(followHash),
		store.set(followOtherTabs),
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
		const channel = connectHost(store, hostOrigin);
		undos.push(reportToHost(store, channel), channel.close);
	}
	undos.push(connectView(store, container), connectRealtime(store));
	if (hostOrigin === null) void store.set(loadAgents);
	undos.push(
		() => store.set(stopSending),
		() => store.set(stopCatchingUp),
	);
	return { store, stop: () => undos.forEach((undo) => undo()) };
}
