/** What the frame does with each event that the server pushes. */
import { isFromTeam, type Message } from '#protocol/entities/entities.ts';
import type {
	AccountEventName,
	ServerEventData,
	ServerEventName,
	TeamEventName,
	WorkEventName,
} from '#protocol/entities/realtime.ts';
import { loadChunk } from '#client/chunk.ts';
import type { ServerEvent } from '#client/realtime.ts';
import { receivePresence, receiveSender } from '../features/availability/agents.ts';
import { resetCampaigns } from '../features/campaigns/campaigns.ts';
import { enterConversation, isOtherAtom, recordSeen, receiveStatus } from '../features/conversation/conversation.ts';
import { endTypingOf, receiveTyping } from '../features/conversation/typing.ts';
import { postToHost, hostAtom } from '../features/host/host.ts';
import { catchUp } from '../features/messages/catchUp.ts';
import { receiveMessage } from '../features/messages/messages.ts';
import { isPageFilteringAtom, filterByPage } from '../features/messages/filterByPage.ts';
import { tellMessage } from '../features/messages/tellMessage.ts';
import { severalAtom } from '../features/session/several.ts';
import { forgetSession, resubscribe, visitSignalAtom } from '../features/session/session.ts';
import type { Store } from './routing/store.ts';

type EventHandlers = {
	[E in Exclude<ServerEventName, TeamEventName | WorkEventName | AccountEventName>]: (data: ServerEventData<E>) => void;
};

/**
 * Returns the function that takes an event. One that is unknown, or only for agents, is ignored.
 */
export function createEventReceiver(store: Store): (event: ServerEvent) => void {
	/** The page and the visitor are told of no conversation but this one. */
	const isOfOther = ({ conversation_id }: Message) => store.get(isOtherAtom)(conversation_id);

	const handlers: EventHandlers = {
		'message.created'(message) {
			store.set(receiveSender, message);
			store.set(receiveMessage, message, true);
			store.set(endTypingOf, message);
			if (isOfOther(message)) return;
			if (message.sender_type === 'User') announce(store, message);
			store.set(tellMessage, message);
			if (message.sender_type === 'User') {
				store.set(postToHost, { event: 'onEvent', eventIdentifier: 'agent-message', data: message });
			}
		},
		'message.updated'(message) {
			const isOther = isOfOther(message);
			// The visitor has read it in another window.
			if (!isOther && message.status === 'read' && isFromTeam(message)) store.set(recordSeen, message);
			store.set(receiveMessage, message, false);
			if (!isOther && isAnswered(message)) store.set(postToHost, { event: 'onMessage', data: message });
		},
		'message.appended': (piece) =>
			// Without the chunk the text shows when it is finished.
			void loadChunk(() => import('../features/messages/receivePiece.ts')).then(
				({ receivePiece }) => store.set(receivePiece, piece),
				() => {},
			),
		'conversation.created'({ id }) {
			// At once, since its first message follows.
			store.set(enterConversation, id);
			void store.set(catchUp);
		},
		'conversation.updated': () => {},
		'conversation.status_changed'(conversation) {
			void store.set(receiveStatus, conversation);
			if (conversation.status === 'resolved') store.set(resetCampaigns);
		},
		'conversation.typing_on': (event) => store.set(receiveTyping, true, event),
		'conversation.typing_off': (event) => store.set(receiveTyping, false, event),
		'presence.update': (event) => store.set(receivePresence, event),
		'contact.merged'({ pubsub_token }) {
			if (pubsub_token) store.set(resubscribe, pubsub_token);
		},
		// In another tab or browser, this visitor has had all their data deleted.
		'contact.deleted': () => store.set(forgetSession),
	};

	return (event) => {
		if (store.get(severalAtom)?.receive?.(event)) return;
		const { name, data } = event;
		// TypeScript does not know that the handler found by an event's name takes that event's
		// data.
		const handle = handlers[name as keyof EventHandlers] as ((data: ServerEvent['data']) => void) | undefined;
		if (!store.get(isPageFilteringAtom) || (name !== 'message.created' && name !== 'message.updated')) handle?.(data);
		else void receiveScreened(store, data, () => handle?.(data));
	};
}

/**
 * Waits for what the page says to the message. One that it refuses is only known, so that it is not
 * taken for missing.
 */
async function receiveScreened(store: Store, received: Message, handle: () => void) {
	const visit = store.get(visitSignalAtom);
	const [message = received] = await store.set(filterByPage, [received]).catch(() => [received]);
	// It was for another visitor.
	if (visit.aborted) return;
	if (message !== received) store.set(receiveMessage, message, false);
	else handle();
}

/**
 * Whether the visitor has answered a question: the host page is told of it (docs/wire.md,
 * Realtime).
 */
function isAnswered({ previous_changes }: ServerEventData<'message.updated'>): boolean {
	const [, now] = previous_changes?.['content_attributes'] ?? [];
	return typeof now === 'object' && now !== null && 'submitted_values' in now;
}

/** Announces a message of an agent by the sound and by a notification, as the visitor wants it. */
export function announce(store: Store, message: ServerEventData<'message.created'>): void {
	const isHidden = document.visibilityState === 'hidden';
	attempt(async () => {
		const { notify } = await loadChunk(() => import('../features/notices/notify.ts'));
		await store.set(notify, message, isHidden);
	});
	if (!store.get(hostAtom).canPlayAudio) return;
	attempt(async () => {
		const { announceMessage } = await loadChunk(() => import('../features/sound/sound.ts'));
		await store.set(announceMessage, message);
	});
}

function attempt(task: () => Promise<void>): void {
	task().catch((error: unknown) => console.debug(error));
}
