/** The navigation rules at work. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { loadChunk } from '#client/chunk.ts';
import { loadAgents } from '../features/availability/agents.ts';
import {
	acceptCampaign,
	activeCampaignAtom,
	isCampaignAcceptedAtom,
	resetCampaigns,
	snoozeCampaigns,
} from '../features/campaigns/campaigns.ts';
import { hostAtom, learnAboutHost, tellHost } from '../features/host/host.ts';
import { hasMessagesAtom, isWaitingAtom, shownMessagesAtom } from '../features/messages/messages.ts';
import { isFormDueAtom, settleForm } from '../features/prechat/prechat.ts';
import { seeMessages, unreadCountAtom } from '../features/unread/unread.ts';
import { type Happening, nextRoute } from './navigation.ts';
import { isPreviewAtom, moveTo, replaceRoute, routeAtom } from './route.ts';

/** The host opened or closed the panel. */
export const toggleOpen = atom(null, (get, set, isOpen: boolean) => {
	const { isOpen: wasOpen } = get(hostAtom);
	set(learnAboutHost, { isOpen });
	if (isOpen && !wasOpen) void set(loadAgents);
	const isCampaign = get(routeAtom) === 'campaigns';
	if (!isOpen && get(isPreviewAtom)) set(seeMessages);
	if (isCampaign) set(isOpen ? acceptCampaign : snoozeCampaigns);
	go(get, set, isOpen ? 'opened' : 'closed');
	if (!isOpen) set(resetCampaigns);
});

/** What the server had has been read, or is known to come. */
export const followLoading = atom(null, (get, set) => {
	go(get, set, 'loaded');
	set(followForm);
});

/** Messages were received, or read. */
export const followUnread = atom(null, (get, set) => go(get, set, 'unread changed'));

/** Without the chunk the visitor writes the first message. */
const beginCampaign = atom(null, async (_get, set) => {
	try {
		const { executeCampaign } = await loadChunk(() => import('../features/campaigns/executeCampaign.ts'));
		await set(executeCampaign);
	} catch (error) {
		console.debug('live-chat-widget: the campaign was not begun', error);
		set(resetCampaigns);
	}
});

/** A campaign came up, or is over. */
export const followCampaign = atom(null, (get, set) => go(get, set, 'campaign changed'));

/** The visitor wants to write. */
export const startConversation = atom(null, (get, set) => {
	if (get(shownMessagesAtom).length === 0) {
		set(tellHost, { event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: false } });
	}
	go(get, set, 'started');
});

/** The pre-chat form is due, or no longer; its message may have arrived, also where the answer to it was lost. */
export const followForm = atom(null, (get, set) => {
	set(settleForm);
	go(get, set, 'form changed');
});

/** The visitor closed the preview: what it showed counts as read, and the page is left alone. */
export const dismissPreview = atom(null, (get, set) => {
	set(seeMessages);
	if (get(routeAtom) === 'campaigns') set(snoozeCampaigns);
	go(get, set, 'closed');
});

/** The visitor wants the panel gone. */
export const askToClose = atom(null, (get, set) => {
	if (get(isPreviewAtom)) set(dismissPreview);
	if (get(hostAtom).isPopOut) window.close();
	set(tellHost, { event: 'closeWindow' });
});

/** The visitor wants to see what the preview announces. The host opens the panel and says so, which shows the messages. */
export const askToOpen = atom(null, (get, set) =>
	set(tellHost, { event: 'openWindow', preview: get(routeAtom) === 'campaigns' ? 'campaign' : 'unread' }),
);

const stayingAtom = atom(false);

/** The visitor has chosen the view before the page moved the frame: that it starts anew is no reason for another one. */
export const stayHere = atom(null, (_get, set) => set(stayingAtom, true));

/** The visitor goes back, and what loads or is sent meanwhile is no reason to go on to the messages again. */
export const goHome = atom(null, (_get, set) => {
	set(stayHere);
	set(moveTo, 'home');
});

function go(get: Getter, set: Setter, happening: Happening) {
	if (happening === 'closed') set(stayingAtom, false);
	if (get(stayingAtom) && (happening === 'opened' || happening === 'loaded')) return;
	const situation = {
		route: get(routeAtom),
		isOpen: get(hostAtom).isOpen,
		hasUnreadDialog: get(hostAtom).hasUnreadDialog,
		hasMessages: get(hasMessagesAtom),
		unreadCount: get(unreadCountAtom),
		isWaiting: get(isWaitingAtom),
		isFormDue: get(isFormDueAtom),
		hasCampaign: get(activeCampaignAtom) !== undefined,
	};
	set(happening === 'started' ? moveTo : replaceRoute, nextRoute(happening, situation));
	// A form that is due does it, with what the visitor says there; one that turns out to have nothing to ask leads here.
	if (get(isCampaignAcceptedAtom) && get(routeAtom) === 'messages') void set(beginCampaign);
}
