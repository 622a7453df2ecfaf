/**
 * What happens when an agent signs in or out: the list and realtime begin, and what they began
 * ends.
 */
import type { Profile } from '#protocol/entities/entities.ts';
import { emptyOutbox, followOutbox } from '#models/outbox.ts';
import { sendOutbox, stopSending } from '#models/sending.ts';
import { connectRealtime } from './connection.ts';
import { loadAccount, teamsAtom, websitesAtom } from './account/account.ts';
import { openView } from './conversations/chosenView.ts';
import { dropMissing, loadMoreConversations } from './conversations/list.ts';
import { agentAtom, followSession, hasEndedAtom } from './session/session.ts';
import type { Store } from './common/store.ts';
import { openNotifications } from './notifications/notifications.ts';
import { discardDrafts, openDrafts } from './thread/model/drafts.ts';
import { openAgentOutbox } from './thread/model/outgoing.ts';
import { endTyping } from './thread/composer/reportTyping.ts';

/**
 * Waits for an agent, and calls back once that agent is no longer the store's: then the store is of
 * no use.
 */
export function connectAgent(store: Store, onLeft: () => void): void {
	let entered: Profile | undefined;
	let leave = (): void => {};
	const follow = (): void => {
		const agent = store.get(agentAtom);
		// Agents change their own name or availability without leaving: what they have written
		// stays.
		const isSame = agent?.id === entered?.id && agent?.account_id === entered?.account_id;
		if (isSame) return;
		if (entered) {
			unfollow();
			leave();
			onLeft();
		} else if (agent) {
			entered = agent;
			leave = enter(store, agent);
		}
	};
	const unfollow = store.sub(agentAtom, follow);
	follow();
}

function enter(store: Store, agent: Profile): () => void {
	store.set(openView, agent);
	void store.set(loadMoreConversations);
	const unfollowWebsites = store.sub(websitesAtom, () => store.set(dropMissing, 'inboxId', store.get(websitesAtom)));
	const unfollowTeams = store.sub(teamsAtom, () => store.set(dropMissing, 'teamId', store.get(teamsAtom)));
	void store.set(loadAccount);
	const endNotifications = store.set(openNotifications, agent);
	const unfollowDrafts = store.set(openDrafts, agent);
	store.set(openAgentOutbox, agent);
	const unfollowOutbox = store.set(followOutbox, () => void store.set(sendOutbox));
	const unfollowSession = store.set(followSession);
	const disconnect = connectRealtime(store, agent);
	return () => {
		store.set(endTyping);
		disconnect();
		unfollowSession();
		unfollowWebsites();
		unfollowTeams();
		unfollowOutbox();
		unfollowDrafts();
		endNotifications();
		store.set(stopSending);
		// After a session that was ended elsewhere, what is unsent stays on the device for when the
		// agent signs in again.
		if (store.get(hasEndedAtom)) return;
		store.set(emptyOutbox);
		store.set(discardDrafts);
	};
}
