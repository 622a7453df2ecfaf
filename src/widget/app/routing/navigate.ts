/** Applies the navigation rules. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { loadChunk } from '#client/chunk.ts';
import { loadAgents } from '../../features/availability/agents.ts';
import {
	acceptCampaign,
	activeCampaignAtom,
	isCampaignAcceptedAtom,
	resetCampaigns,
	snoozeCampaigns,
} from '../../features/campaigns/campaigns.ts';
import { hostAtom, updateHostFacts, postToHost } from '../../features/host/host.ts';
import { hasMessagesAtom, isWaitingAtom, shownMessagesAtom } from '../../features/messages/messages.ts';
import { isFormDueAtom, settleForm } from '../../features/prechat/prechat.ts';
import { severalAtom } from '../../features/session/several.ts';
import { chooseTopic } from '../../features/topics/topics.ts';
import { seeMessages, unreadCountAtom } from '../../features/unread/unread.ts';
import { type Happening, nextRoute } from './navigation.ts';
import { followHash, isPreviewAtom, moveTo, replaceRoute, routeAtom } from './route.ts';
import type { Store } from './store.ts';

/** Applies the rules whenever the address or what the models know changes. Returns the undo. */
export function connectNavigation(store: Store): () => void {
	const undos = [
		store.set(followHash, () => store.set(followForm)),
		store.sub(isWaitingAtom, () => store.set(followLoading)),
		store.sub(isFormDueAtom, () => store.set(followForm)),
		store.sub(unreadCountAtom, () => store.set(followUnread)),
	];
	return () => {
		for (const undo of undos) undo();
	};
}

/** The host opened or closed the panel. */
export const toggleOpen = atom(null, (get, set, isOpen: boolean) => {
	const { isOpen: wasOpen } = get(hostAtom);
	set(updateHostFacts, { isOpen });
	if (isOpen && !wasOpen) {
		void set(loadAgents);
		get(severalAtom)?.open?.();
	}
	const isCampaign = get(routeAtom) === 'campaigns';
	if (!isOpen && get(isPreviewAtom)) set(seeMessages, true);
	if (isCampaign) set(isOpen ? acceptCampaign : snoozeCampaigns);
	go(get, set, isOpen ? 'opened' : 'closed');
	if (!isOpen) set(resetCampaigns);
});

/** The first page of messages has been read, or is about to arrive. */
export const followLoading = atom(null, (get, set) => {
	go(get, set, 'loaded');
	set(followForm);
});

/** The number of unread messages has changed. */
export const followUnread = atom(null, (get, set) => go(get, set, 'unread changed'));

/**
 * Begins the conversation with the accepted campaign. If its chunk fails to load, the visitor's own
 * first message begins it.
 */
const beginCampaign = atom(null, async (_get, set) => {
	try {
		const { executeCampaign } = await loadChunk(() => import('../../features/campaigns/executeCampaign.ts'));
		await set(executeCampaign);
	} catch (error) {
		console.debug(error);
		set(resetCampaigns);
	}
});

/** A campaign is shown, or has ended. */
export const followCampaign = atom(null, (get, set) => go(get, set, 'campaign changed'));

/** The visitor wants to write, about one of the channel's topics or anything. */
export const startConversation = atom(null, (get, set, topic?: string) => {
	// A message that waits to be sent keeps the topic that it is about.
	if (topic !== undefined || !get(hasMessagesAtom)) set(chooseTopic, topic ?? '');
	if (get(shownMessagesAtom).length === 0) {
		set(postToHost, { event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: false } });
	}
	go(get, set, 'started');
});

/**
 * Whether the pre-chat form is due has changed. Its message may have arrived as well, even if the
 * response to it was lost.
 */
export const followForm = atom(null, (get, set) => {
	set(settleForm);
	go(get, set, 'form changed');
});

/**
 * The visitor closed the preview: the messages in it count as read, and no campaign is shown for a
 * while.
 */
export const dismissPreview = atom(null, (get, set) => {
	set(seeMessages, true);
	if (get(routeAtom) === 'campaigns') set(snoozeCampaigns);
	go(get, set, 'closed');
});

/** The visitor wants to close the panel. */
export const askToClose = atom(null, (get, set) => {
	if (get(isPreviewAtom)) set(dismissPreview);
	if (get(hostAtom).isPopOut) window.close();
	set(postToHost, { event: 'closeWindow' });
});

/**
 * The visitor pressed the preview. The host opens the panel and confirms it, which shows the
 * messages.
 */
export const askToOpen = atom(null, (get, set) =>
	set(postToHost, { event: 'openWindow', preview: get(routeAtom) === 'campaigns' ? 'campaign' : 'unread' }),
);

const stayingAtom = atom(false);

/**
 * Keeps the view that the visitor chose before the page moved the frame: restarting must not change
 * it.
 */
export const stayHere = atom(null, (_get, set) => set(stayingAtom, true));

/**
 * The visitor goes home: messages that load, or are sent, afterwards must not lead back to the
 * conversation.
 */
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
	// Where a form is due, submitting it begins the campaign. Where the form turns out to ask
	// nothing, the route leads here.
	if (get(isCampaignAcceptedAtom) && get(routeAtom) === 'messages') void set(beginCampaign);
}
