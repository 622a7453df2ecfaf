/**
 * Tells the agent that a visitor waits: by a sound, and by a notification of the system while the desk is out of sight. Each
 * agent chooses both for each device.
 */
import { t } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { MessageType, type Profile, type PushConversation, type PushMessage } from '#protocol/entities.ts';
import { claim } from '#client/lock.ts';
import { playChime } from '#client/playChime.ts';
import { createPersisted } from '#models/persisted.ts';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { findConversation, knownConversationsAtom } from '../conversations/conversations.ts';
import { agentAtom } from '../session/session.ts';

const Choice = v.object({
	hasSound: v.boolean(),
	/** Whether the system shows a notification; the browser may refuse it all the same. */
	hasNotification: v.boolean(),
});
type Choice = v.InferOutput<typeof Choice>;

const DEFAULT: Choice = { hasSound: true, hasNotification: false };

const keyAtom = atom('');
const choice = createPersisted(keyAtom, Choice, DEFAULT);
/** Conversation's display id → the notification that the system shows for it. */
const shownAtom = atom<ReadonlyMap<number, Notification>>(new Map());

export const notificationChoiceAtom = choice.valueAtom;

/** Restores what this agent has chosen on this device, and follows other windows from now on. Returns the undo. */
export const openNotifications = atom(null, (_get, set, { id, account_id }: Profile) => {
	set(keyAtom, `notifications:desk:${account_id}:${id}`);
	set(choice.resume);
	const unfollow = set(choice.follow);
	return () => {
		unfollow();
		set(closeNotifications);
	};
});

export const chooseSound = atom(null, (get, set, hasSound: boolean) =>
	set(choice.write, { ...get(choice.valueAtom), hasSound }),
);

/** Resolves with whether the wish is granted: the browser asks the agent first, unless they have decided before. */
export const chooseNotification = atom(null, async (get, set, isWished: boolean) => {
	const isGranted = !isWished || (await Notification.requestPermission()) === 'granted';
	if (isGranted) set(choice.write, { ...get(choice.valueAtom), hasNotification: isWished });
	return isGranted;
});

/** Tells of a message that a visitor has written. What a bot answers concerns nobody until it hands over. */
export const announceMessage = atom(null, async (get, set, message: PushMessage) => {
	const id = message.conversation_id;
	if (message.message_type !== MessageType.INCOMING) return;
	if (findConversation(get(knownConversationsAtom), id)?.status === 'pending') return;
	await set(announce, {
		name: `message:${message.id}`,
		conversationId: id,
		assigneeId: message.conversation.assignee_id ?? undefined,
		visitor: message.sender?.name ?? '',
		text: textOf(message),
	});
});

/** Tells of a conversation that a bot hands over to people. Call it before the conversation itself is updated. */
export const announceHandover = atom(null, async (get, set, { id, status, meta, messages }: PushConversation) => {
	const known = findConversation(get(knownConversationsAtom), id);
	if (known?.status !== 'pending' || status !== 'open') return;
	const message = messages[0];
	await set(announce, {
		name: `handover:${id}:${message?.id}`,
		conversationId: id,
		assigneeId: meta.assignee?.id,
		visitor: meta.sender.name,
		text: message ? textOf(message) : '',
	});
});

interface Notice {
	/** The same in all windows of this browser, so that one of them tells of it. */
	name: string;
	conversationId: number;
	assigneeId: number | undefined;
	visitor: string;
	text: string;
}

const announce = atom(null, async (get, set, notice: Notice) => {
	const { name, assigneeId, conversationId } = notice;
	if (assigneeId !== undefined && assigneeId !== get(agentAtom)?.id) return;
	// The window that the agent looks at comes first, since it may show the conversation already.
	if (!(await claim(name, isInSight()))) return;
	if (isInSight() && get(selectedIdAtom) === conversationId) return;
	const { hasSound, hasNotification } = get(choice.valueAtom);
	if (hasSound) playChime();
	if (hasNotification && !isInSight()) set(show, notice);
});

const show = atom(null, (_get, set, { conversationId, visitor, text }: Notice) => {
	try {
		// A later notification of the same conversation replaces the one before it.
		const notification = new Notification(visitor, { body: text, tag: `live-chat-desk:${conversationId}` });
		notification.addEventListener('click', () => {
			focus();
			location.hash = conversationHref(conversationId);
			notification.close();
		});
		set(shownAtom, (shown) => new Map(shown).set(conversationId, notification));
	} catch (error) {
		// Chrome on Android shows notifications of service workers only: https://crbug.com/481856.
		console.debug('The system shows no notification', error);
	}
});

/** Takes back the notification of a conversation that the agent reads now, or all of them. */
export const closeNotifications = atom(null, (get, set, conversationId?: number) => {
	const shown = get(shownAtom);
	const closed = conversationId === undefined ? [...shown.keys()] : [conversationId];
	for (const id of closed) shown.get(id)?.close();
	set(shownAtom, new Map([...shown].filter(([id]) => !closed.includes(id))));
});

function isInSight(): boolean {
	return document.visibilityState === 'visible' && document.hasFocus();
}

function textOf({ content, attachments = [] }: PushMessage): string {
	return content || (attachments.length > 0 ? t`File Attachment` : '');
}
