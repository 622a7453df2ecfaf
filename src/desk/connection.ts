/** The desk's realtime connection: pushed events go to the models, and after a gap REST loads what was missed. */
import { type Atom, atom } from 'jotai/vanilla';
import type { Profile, PushConversation } from '#protocol/entities.ts';
import type { ServerEventData, ServerEventName } from '#protocol/realtime.ts';
import { requestPause, retryLater } from '#client/retry.ts';
import { connectSocketIo } from '#client/socketIo.ts';
import { forgetTypists, startTyping, stopTyping } from '#models/typists.ts';
import {
	catchUpConversations,
	dropConversations,
	receiveConversation,
	receiveMessageOf,
	refreshConversation,
} from './conversations/conversations.ts';
import { selectedIdAtom } from './common/route.ts';
import type { Store } from './common/store.ts';
import { checkSession } from './session/session.ts';
import { resumeSending } from './thread/outgoing.ts';
import { catchUpThread, dropThreads, noteGapless, receiveMessages } from './thread/thread.ts';
import { noteOnline, receivePresence } from './visitor/presence.ts';

/** Seconds before a gap that are loaded again as well: clocks differ, and a lost connection is noticed late. */
const OVERLAP = 15;

const lostAtom = atom(false);

export const isConnectionLostAtom: Atom<boolean> = lostAtom;

/** Connects as this agent; returns the undo. */
export function connectRealtime(store: Store, agent: Profile): () => void {
	/** When the gap began, in milliseconds since the epoch; undefined while nothing is missing. */
	let gapSince: number | undefined = Date.now();
	/** Counts the connections: a response that an earlier connection requested does not end the gap that a later one found. */
	let connection = 0;
	let stopRetry: (() => void) | undefined;

	async function catchUpShown(): Promise<void> {
		const id = store.get(selectedIdAtom);
		// Its deletion, and how far the visitor has read it, may have been missed as well.
		if (id !== undefined && !(await store.set(refreshConversation, id))) store.set(dropThreads, [id]);
		await store.set(catchUpThread, id);
	}

	async function catchUp(attempt = 0): Promise<void> {
		const current = connection;
		const seconds = Math.ceil((Date.now() - (gapSince ?? Date.now())) / 1000) + OVERLAP;
		try {
			await Promise.all([store.set(catchUpConversations, seconds), catchUpShown()]);
			if (current === connection) gapSince = undefined;
		} catch {
			if (current !== connection) return;
			// Requests fail although the connection works: the gap stays until they succeed.
			stopRetry = retryLater(requestPause(attempt), () => void catchUp(attempt + 1));
		}
	}

	const receive = (conversation: PushConversation): void => store.set(receiveConversation, conversation);

	const handlers: { [E in ServerEventName]: (data: ServerEventData<E>) => void } = {
		'message.created': (message) => {
			store.set(receiveMessages, message.conversation_id, [message]);
			if (gapSince === undefined) store.set(noteGapless, message.conversation_id, message.id);
			store.set(receiveMessageOf, message);
			const { sender } = message;
			if (sender) store.set(stopTyping, message.conversation_id, sender);
			if (sender?.type === 'contact') store.set(noteOnline, sender.id);
		},
		'message.updated': (message) => {
			store.set(receiveMessages, message.conversation_id, [message]);
			store.set(receiveMessageOf, message);
		},
		'conversation.created': receive,
		'conversation.updated': receive,
		'conversation.status_changed': receive,
		'conversation.read': receive,
		'assignee.changed': receive,
		'conversation.typing_on': ({ conversation, user }) => {
			store.set(startTyping, conversation.id, user);
			if (user.type === 'contact') store.set(noteOnline, user.id);
		},
		'conversation.typing_off': ({ conversation, user }) => store.set(stopTyping, conversation.id, user),
		'presence.update': (event) => store.set(receivePresence, event),
		// A merged contact only concerns the visitor's own session.
		'contact.merged': () => undefined,
		'contact.deleted': ({ conversation_ids }) => {
			store.set(dropConversations, conversation_ids);
			store.set(dropThreads, conversation_ids);
		},
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
		onConnected(isConnected) {
			connection += 1;
			stopRetry?.();
			store.set(lostAtom, !isConnected);
			if (isConnected) {
				store.set(resumeSending);
				return void catchUp();
			}
			gapSince ??= Date.now();
			store.set(forgetTypists);
		},
	});
	return () => {
		connection += 1;
		stopRetry?.();
		disconnect();
		store.set(forgetTypists);
		store.set(lostAtom, false);
	};
}
