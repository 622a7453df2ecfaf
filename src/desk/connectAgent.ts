/** What happens when an agent signs in or out: the list and realtime begin, or everything is forgotten. */
import type { Profile } from '#protocol/entities.ts';
import { followOutbox } from '#models/outbox.ts';
import { sendOutbox } from '#models/sending.ts';
import { connectRealtime } from './connection.ts';
import { forgetAccount, loadAccount, websitesAtom } from './account/account.ts';
import { forgetCommands } from './commands/shortcuts.ts';
import { openView } from './conversations/chosenView.ts';
import { forgetConversations } from './conversations/conversations.ts';
import { forgetCounts } from './conversations/counts.ts';
import { dropMissingWebsite, forgetList, loadMoreConversations } from './conversations/list.ts';
import { agentAtom, followSession, hasEndedAtom } from './session/session.ts';
import type { Store } from './common/store.ts';
import { openNotifications } from './notifications/notifications.ts';
import { forgetCannedResponses } from './thread/canned/offeredResponses.ts';
import { forgetDrafts, openDrafts } from './thread/drafts.ts';
import { forgetOutgoing, openAgentOutbox } from './thread/outgoing.ts';
import { forgetQuoted } from './thread/quoted.ts';
import { endTyping } from './thread/reportTyping.ts';
import { forgetThreads } from './thread/thread.ts';
import { forgetPresence } from './visitor/presence.ts';

/** Follows the session from now on; returns the undo. */
export function connectAgent(store: Store): () => void {
	let entered: Profile | undefined;
	let leave = (): void => {};
	const follow = (): void => {
		const agent = store.get(agentAtom);
		// Agents change their own name or availability without leaving: what they have written stays.
		const isSame = agent?.id === entered?.id && agent?.account_id === entered?.account_id;
		if (isSame) return;
		leave();
		entered = agent;
		leave = agent ? enter(store, agent) : () => {};
	};
	const unfollow = store.sub(agentAtom, follow);
	follow();
	return () => {
		unfollow();
		leave();
	};
}

function enter(store: Store, agent: Profile): () => void {
	store.set(openView, agent);
	void store.set(loadMoreConversations);
	const unfollowWebsites = store.sub(websitesAtom, () => store.set(dropMissingWebsite));
	void store.set(loadAccount);
	const endNotifications = store.set(openNotifications, agent);
	const unfollowDrafts = store.set(openDrafts, agent);
	store.set(openAgentOutbox, agent);
	const unfollow = store.set(followOutbox, () => void store.set(sendOutbox));
	const unfollowSession = store.set(followSession);
	const disconnect = connectRealtime(store, agent);
	return () => {
		// An agent who signs out wants to leave nothing behind; after a session that was ended elsewhere, what is unsent stays.
		const comesBack = store.get(hasEndedAtom);
		store.set(endTyping);
		disconnect();
		unfollowSession();
		unfollowWebsites();
		store.set(forgetCommands);
		store.set(forgetConversations);
		store.set(forgetList);
		store.set(forgetCounts);
		store.set(forgetAccount);
		store.set(forgetThreads);
		store.set(forgetQuoted);
		unfollow();
		store.set(forgetOutgoing, comesBack);
		unfollowDrafts();
		endNotifications();
		store.set(forgetDrafts, comesBack);
		store.set(forgetCannedResponses);
		store.set(forgetPresence);
	};
}
