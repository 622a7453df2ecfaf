// chunk: several
/**
 * Lets the visitor go to and fro between several conversations. Loaded where the website allows it,
 * with the first call of a visitor who is known.
 */
import type { Message } from '#protocol/entities/entities.ts';
import type { ServerEvent } from '#client/realtime.ts';
import { findSent, outboxAtom } from '#models/outbox.ts';
import { connectionAtom } from '../features/connection/connection.ts';
import {
	conversationIdAtom,
	isOtherAtom,
	isStartingNewAtom,
	leftConversationAtom,
} from '../features/conversation/conversation.ts';
import { endTypingOf } from '../features/conversation/typing.ts';
import {
	changeListed,
	listedConversationsAtom,
	openConversationsAtom,
	reloadConversations,
} from '../features/history/history.ts';
import { postToHost } from '../features/host/host.ts';
import { filterByPage } from '../features/messages/filterByPage.ts';
import { receiveMessage } from '../features/messages/messages.ts';
import { tellMessage } from '../features/messages/tellMessage.ts';
import { isForVisitor } from '../features/messages/visitorThread.ts';
import { staySignalAtom, visitSignalAtom } from '../features/session/session.ts';
import { severalAtom } from '../features/session/several.ts';
import {
	chooseConversation,
	followChoice,
	forgetChoice,
	goTo,
	isThreadKnownAtom,
	knowThread,
	leaveUpTo,
	noteConversation,
	resumeConversation,
} from '../features/several/chooseConversation.ts';
import { elsewhereAtom, noteMessage, seeElsewhere } from '../features/several/elsewhere.ts';
import { discardAside } from '../features/several/exchangeInput.ts';
import { previewedMessagesAtom } from '../features/unread/unread.ts';
import { announce } from './createEventReceiver.ts';
import type { Store } from './routing/store.ts';

/** Visit → what is resumed in it. */
const resumed = new WeakMap<AbortSignal, Promise<void>>();

/**
 * Resolves once it is known which conversation the chat shows. Rejects where that cannot be known
 * yet.
 */
export function connectSeveral(store: Store): Promise<void> {
	if (!store.get(severalAtom)?.receive) connect(store);
	const visit = store.get(visitSignalAtom);
	const known = resumed.get(visit) ?? store.set(resumeConversation);
	resumed.set(visit, known);
	known.catch(() => resumed.delete(visit));
	return known;
}

function connect(store: Store): void {
	const tell = () => {
		const several = store.get(severalAtom);
		if (several) store.set(severalAtom, { ...several, ...store.get(elsewhereAtom) });
		// So that the preview leads there at once.
		const newest = store.get(elsewhereAtom).unread.at(-1);
		if (newest) store.set(knowThread, newest.conversation_id).catch(console.debug);
	};
	const undos = [
		store.sub(conversationIdAtom, () => {
			store.set(leaveUpTo);
			store.set(noteConversation);
		}),
		store.sub(listedConversationsAtom, () => store.set(leaveUpTo)),
		store.sub(connectionAtom, () => {
			if (store.get(connectionAtom) === 'connected') void store.set(reloadConversations);
		}),
		store.sub(staySignalAtom, () => {
			store.set(forgetChoice);
			store.set(discardAside);
		}),
		store.sub(elsewhereAtom, tell),
		store.set(followChoice),
	];
	store.set(severalAtom, {
		prepare: () => connectSeveral(store),
		receive: (event) => receive(store, event),
		async choose(id) {
			const isOpen = () => store.get(openConversationsAtom).some((open) => open.id === id);
			if (!isOpen()) await store.set(reloadConversations);
			return isOpen() ? store.set(chooseConversation, id) : undefined;
		},
		open() {
			const newest = store.get(previewedMessagesAtom).at(-1);
			if (!newest) return;
			const id = newest.conversation_id;
			if (store.get(isThreadKnownAtom)(id)) store.set(goTo, id);
			else void store.set(chooseConversation, id);
		},
		see: () => store.set(seeElsewhere),
		stop() {
			for (const undo of undos) undo();
		},
	});
	store.set(noteConversation);
}

/** Takes in an event of another conversation; false for all others. */
function receive(store: Store, { name, data }: ServerEvent): boolean {
	switch (name) {
		case 'message.created':
		case 'message.updated': {
			if (!isElsewhere(store, data)) return false;
			void receiveElsewhere(store, data, name === 'message.created');
			return true;
		}
		case 'conversation.created': {
			const isFirst = store.get(conversationIdAtom) === undefined && !store.get(isStartingNewAtom);
			void store.set(reloadConversations);
			return !isFirst;
		}
		case 'conversation.status_changed':
			store.set(changeListed, data.id, { status: data.status });
			return data.id !== store.get(conversationIdAtom);
		default:
			return false;
	}
}

/**
 * Of what comes while the visitor begins another conversation, only their own message tells which
 * it is.
 */
function isElsewhere(store: Store, message: Message): boolean {
	if (store.get(isOtherAtom)(message.conversation_id)) return true;
	if (!store.get(isStartingNewAtom) || message.conversation_id <= store.get(leftConversationAtom)) return false;
	const sent = findSent(store.get(outboxAtom), message);
	return sent === undefined || sent.conversation !== undefined;
}

async function receiveElsewhere(
	store: Store,
	received: Extract<ServerEvent, { name: 'message.created' }>['data'],
	isNew: boolean,
): Promise<void> {
	const visit = store.get(visitSignalAtom);
	const [message = received] = await store.set(filterByPage, [received]).catch(() => [received]);
	if (visit.aborted) return;
	store.set(receiveMessage, message, isNew);
	if (isNew) store.set(endTypingOf, message);
	if (!isForVisitor(message)) return isNew ? undefined : void store.set(reloadConversations);
	store.set(noteMessage, message, isNew);
	if (!isNew) return;
	store.set(tellMessage, message);
	if (received.sender_type !== 'User') return;
	announce(store, received);
	store.set(postToHost, { event: 'onEvent', eventIdentifier: 'agent-message', data: received });
}
