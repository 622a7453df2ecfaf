/**
 * The desk's realtime connection: pushed events go to the models, and REST loads what was missed,
 * also while the connection is lost.
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { Profile, PushConversation } from '#protocol/entities/entities.ts';
import type { ServerEventData, ServerEventName } from '#protocol/entities/realtime.ts';
import { loadChunk } from '#client/chunk.ts';
import { createRetryLoop } from '#client/retryLoop.ts';
import { connectSocketIo } from '#client/socketIo.ts';
import { forgetTypists, startTyping, stopTyping } from '#models/typists.ts';
import { loadAccount, websitesAtom } from './account/account.ts';
import {
	forgetDeleted,
	receiveConversation,
	receiveMessageOf,
	refreshConversation,
} from './conversations/conversations.ts';
import { catchUpConversations, reloadConversations } from './conversations/list.ts';
import { selectedIdAtom } from './common/route.ts';
import type { Store } from './common/store.ts';
import { announceMention, announceMessage, announceOpening } from './notifications/notifications.ts';
import { receiveNotification, unreadNotificationsAtom } from './notifications/unreadNotifications.ts';
import { availabilityAtom } from './session/availability.ts';
import { checkSession } from './session/session.ts';
import { dropOutgoing, resumeSending } from './thread/model/outgoing.ts';
import {
	catchUpThread,
	dropThreads,
	keepShownThread,
	markCompleteUpTo,
	receiveMessages,
} from './thread/model/thread.ts';
import { receiveViewers } from './thread/model/viewers.ts';
import { noteOnline, receivePresence } from './visitor/presence.ts';

/**
 * Seconds before a gap that are loaded again as well: clocks differ, and a lost connection is
 * noticed late.
 */
const OVERLAP = 15;

const lostAtom = atom(false);

export const isConnectionLostAtom: Atom<boolean> = lostAtom;

/** Connects as this agent; returns the undo. */
export function connectRealtime(store: Store, agent: Profile): () => void {
	let isConnected = false;
	/**
	 * Since when events may be missing, in milliseconds since the epoch, 0 where unknown; undefined
	 * while none are. A loss of the connection makes a new object of it, so that only a reading
	 * that began later ends the gap.
	 */
	let gap: { since: number; isOld?: boolean } | undefined = { since: Date.now() };

	async function catchUpShown(): Promise<void> {
		const id = store.get(selectedIdAtom);
		// Before anything is awaited: a conversation that the agent opens during the wait has been
		// loaded whole.
		store.set(keepShownThread, id);
		if (id === undefined) return;
		// Its deletion, and how far the visitor has read it, may have been missed as well.
		if (!(await store.set(refreshConversation, id))) store.set(dropThreads, [id]);
		await store.set(catchUpThread, id);
	}

	function catchUpList(since: number): Promise<void> {
		if (since === 0) return store.set(reloadConversations);
		return store.set(catchUpConversations, Math.ceil((Date.now() - since) / 1000) + OVERLAP);
	}

	const catchUp = createRetryLoop(async () => {
		const current = gap;
		if (!current) return true;
		// Most connections are back before the first pause is over.
		if (!isConnected && !current.isOld) {
			current.isOld = true;
			return false;
		}
		const began = { isConnected, at: Date.now() };
		try {
			await Promise.all([catchUpList(current.since), catchUpShown()]);
			if (gap === current) gap = began.isConnected ? undefined : { since: began.at, isOld: true };
		} catch {
			// Requests fail although the connection works: the gap stays until they succeed.
			return false;
		}
		// As long as nothing is pushed, what is new comes by reading on.
		return isConnected;
	});

	/**
	 * Where the agent sees other websites than before, there are other conversations, too. Their
	 * own role may have changed as well.
	 */
	async function refreshAccount(): Promise<void> {
		void store.set(checkSession);
		const seen = () => store.get(websitesAtom).map(({ id }) => id);
		const before = seen();
		await store.set(loadAccount);
		if (seen().join() !== before.join()) await store.set(reloadConversations).catch(console.debug);
	}

	function forget(deletedIds: readonly number[]): void {
		store.set(forgetDeleted, deletedIds);
		store.set(dropThreads, deletedIds);
		store.set(dropOutgoing, deletedIds);
		// What the agent was told of them has gone as well.
		if (store.get(unreadNotificationsAtom) > 0) void store.set(checkSession);
	}

	const receive = (conversation: PushConversation): void => store.set(receiveConversation, conversation);

	const handlers: { [E in ServerEventName]: (data: ServerEventData<E>) => void } = {
		'message.created': (message) => {
			store.set(receiveMessages, message.conversation_id, [message]);
			if (!gap) store.set(markCompleteUpTo, message.conversation_id, message.id);
			void store.set(receiveMessageOf, message).then(() => store.set(announceMessage, message));
			const { sender } = message;
			if (sender) store.set(stopTyping, message.conversation_id, sender);
			if (sender?.type === 'contact') store.set(noteOnline, sender.id);
		},
		'message.updated': (message) => {
			store.set(receiveMessages, message.conversation_id, [message]);
			const isAnswer = message.answered_at !== undefined && message.previous_changes?.['content_attributes'];
			void store.set(receiveMessageOf, message).then(() => {
				if (isAnswer) void store.set(announceMessage, message);
			});
		},
		'message.appended': (piece) =>
			// Without the chunk the text shows when it is finished.
			void loadChunk(() => import('./thread/model/receivePiece.ts')).then(
				({ receivePiece }) => store.set(receivePiece, piece),
				() => {},
			),
		'conversation.created': receive,
		'conversation.updated': receive,
		'conversation.status_changed': (conversation) => {
			void store.set(announceOpening, conversation);
			receive(conversation);
		},
		'conversation.read': receive,
		'assignee.changed': receive,
		'team.changed': receive,
		'conversation.mentioned': (conversation) => {
			receive(conversation);
			void store.set(announceMention, conversation);
		},
		'notification.created': (data) => store.set(receiveNotification, { name: 'created', data }),
		'notification.updated': (data) => store.set(receiveNotification, { name: 'updated', data }),
		'notification.deleted': (data) => store.set(receiveNotification, { name: 'deleted', data }),
		'conversation.typing_on': ({ conversation, user }) => {
			store.set(startTyping, conversation.id, user);
			if (user.type === 'contact') store.set(noteOnline, user.id);
		},
		'conversation.typing_off': ({ conversation, user }) => store.set(stopTyping, conversation.id, user),
		'conversation.viewing': (event) => store.set(receiveViewers, event),
		'presence.update': (event) => {
			store.set(receivePresence, event);
			// Chosen on another device. The event may be older than what was chosen here, so the
			// server is asked.
			const told = event.users[agent.id];
			if (told !== undefined && told !== store.get(availabilityAtom)) void store.set(checkSession);
		},
		// A merged contact only concerns the visitor's own session.
		'contact.merged': () => undefined,
		'contact.deleted': ({ conversation_ids }) => forget(conversation_ids),
		'conversation.deleted': ({ id }) => forget([id]),
		'account.cache_invalidated': () => void refreshAccount(),
	};

	const disconnect = connectSocketIo({
		origin: location.origin,
		// The cookie authenticates the agent.
		auth: { account_id: agent.account_id, user_id: agent.id },
		onEvent({ name, data }) {
			// The name determines the data's type. The desk ignores events of other names.
			const handle = handlers[name] as ((data: unknown) => void) | undefined;
			handle?.(data);
		},
		onRefused: () => void store.set(checkSession),
		onConnected(isBack, heardAt = 0) {
			isConnected = isBack;
			if (isBack && store.get(lostAtom)) void refreshAccount();
			store.set(lostAtom, !isBack);
			if (isBack) {
				store.set(resumeSending);
				return void store.set(catchUp.run);
			}
			gap = { since: Math.min(gap?.since ?? Infinity, heardAt) };
			store.set(forgetTypists);
			void store.set(catchUp.run);
		},
	});
	return () => {
		store.set(catchUp.stop);
		disconnect();
	};
}
