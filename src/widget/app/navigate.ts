/** The navigation rules at work. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { loadAgents } from '../features/availability/availability.ts';
import { hostAtom, learnAboutHost, tellHost } from '../features/host/host.ts';
import { isWaitingAtom, shownMessagesAtom } from '../features/messages/messages.ts';
import { isFormDueAtom, settleForm } from '../features/prechat/prechat.ts';
import { seeMessages, unreadCountAtom } from '../features/unread/unread.ts';
import { type Happening, nextRoute } from './navigation.ts';
import { isPreviewAtom, replaceRoute, routeAtom } from './route.ts';

/** The host opened or closed the panel. */
export const toggleOpen = atom(null, (get, set, isOpen: boolean) => {
	const { isOpen: wasOpen } = get(hostAtom);
	set(learnAboutHost, { isOpen });
	if (isOpen && !wasOpen) void set(loadAgents);
	if (!isOpen && get(isPreviewAtom)) set(seeMessages);
	go(get, set, isOpen ? 'opened' : 'closed');
});

/** What the server had has been read. */
export const followLoading = atom(null, (get, set) => {
	go(get, set, 'loaded');
	set(followForm);
});

/** Messages were received, or read. */
export const followUnread = atom(null, (get, set) => go(get, set, 'unread changed'));

/** The visitor wants to write. */
export const startConversation = atom(null, (get, set) => go(get, set, 'started'));

/** The pre-chat form is due, or no longer; its message may have arrived, also where the answer to it was lost. */
export const followForm = atom(null, (get, set) => {
	set(settleForm);
	go(get, set, 'form changed');
});

/** The visitor closed the preview: what it showed counts as read, and the page is left alone. */
export const dismissPreview = atom(null, (get, set) => {
	set(seeMessages);
	go(get, set, 'closed');
});

/** The visitor wants the panel gone. */
export const askToClose = atom(null, (get, set) => {
	if (get(isPreviewAtom)) set(dismissPreview);
	set(tellHost, { event: 'closeWindow' });
});

/** The visitor wants to see what the preview announces. The host opens the panel and says so, which shows the messages. */
export const askToOpen = atom(null, (_get, set) => set(tellHost, { event: 'openWindow' }));

function go(get: Getter, set: Setter, happening: Happening) {
	const situation = {
		route: get(routeAtom),
		isOpen: get(hostAtom).isOpen,
		hasMessages: get(shownMessagesAtom).length > 0,
		unreadCount: get(unreadCountAtom),
		isWaiting: get(isWaitingAtom),
		isFormDue: get(isFormDueAtom),
	};
	set(replaceRoute, nextRoute(happening, situation));
}
