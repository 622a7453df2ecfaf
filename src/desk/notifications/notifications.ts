/**
 * Tells the agent that a visitor waits: by a sound, and by a notification of the system while the
 * desk is out of sight. Each agent chooses both for each device.
 */
import { t } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import type { Profile, PushConversation, PushMessage } from '#protocol/entities/entities.ts';
import { claim } from '#client/lock.ts';
import { playChime } from '#client/playChime.ts';
import { createPersisted } from '#models/persisted.ts';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { answerOf } from '../conversations/answerOf.ts';
import { concerns, fromEvent } from '../conversations/conversation.ts';
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

/**
 * Restores what this agent has chosen on this device, and follows other windows from now on.
 * Returns the undo.
 */
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

/**
 * Resolves with whether the wish is granted: the browser asks the agent first, unless they have
 * decided before.
 */
export const chooseNotification = atom(null, async (get, set, isWished: boolean) => {
	const isGranted = !isWished || (await Notification.requestPermission()) === 'granted';
	if (isGranted) set(choice.write, { ...get(choice.valueAtom), hasNotification: isWished });
	return isGranted;
});

/**
 * Tells of a message that a visitor has written, or of their answer to one. Call it once its
 * conversation has been updated, or loaded.
 */
export const announceMessage = atom(null, async (get, set, message: PushMessage) => {
	const { id, conversation_id, sender, answered_at } = message;
	const known = findConversation(get(knownConversationsAtom), conversation_id);
	const visitor = sender?.type === 'contact' ? sender : answered_at && known?.visitor;
	if (!visitor) return;
	const { assignee_id } = message.conversation;
	// One that could not be loaded may well be open. Where a message opens its conversation, an
	// event of its own says so.
	const status = known?.status ?? 'open';
	const assignee = assignee_id === null ? undefined : { id: assignee_id };
	const isConcern = concerns({ status, visitor, assignee }, get(agentAtom)?.id);
	const name = ['message', id, answered_at].filter(Boolean).join(':');
	if (isConcern) await set(announce, name, conversation_id, { visitor: visitor.name, text: textOf(message) });
});

/**
 * Tells of a conversation that opens while its visitor waits: a bot hands it over to people, or the
 * visitor writes in one that was resolved or snoozed. Call it before the conversation itself is
 * updated.
 */
export const announceOpening = atom(null, async (get, set, event: PushConversation) => {
	const known = findConversation(get(knownConversationsAtom), event.id);
	const isOpening = known !== undefined && known.status !== 'open';
	const isAwaited = known?.status === 'pending' || event.unread_count > 0;
	if (!isOpening || !isAwaited || !concerns(fromEvent(event), get(agentAtom)?.id)) return;
	const [message] = event.messages;
	const name = message ? `message:${message.id}` : `opening:${event.id}`;
	const text = message ? textOf(message) : '';
	await set(announce, name, event.id, { visitor: event.meta.sender.name, text });
});

/** Tells of a note that names the agent. */
export const announceMention = atom(null, async (get, set, { id, meta, last_activity_at }: PushConversation) => {
	const text = `@${get(agentAtom)?.name}`;
	await set(announce, `mention:${id}:${last_activity_at}`, id, { visitor: meta.sender.name, text });
});

interface Notice {
	visitor: string;
	text: string;
}

/** @param name the same in all windows of this browser, so that one of them tells of it */
const announce = atom(null, async (get, set, name: string, conversationId: number, notice: Notice) => {
	// The window that the agent looks at comes first, since it may show the conversation already.
	if (!(await claim(name, isInSight()))) return;
	if (isInSight() && get(selectedIdAtom) === conversationId) return;
	const { hasSound, hasNotification } = get(choice.valueAtom);
	if (hasSound) playChime();
	if (hasNotification && !isInSight()) set(show, conversationId, notice);
});

const show = atom(null, (_get, set, conversationId: number, { visitor, text }: Notice) => {
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

function textOf(message: PushMessage): string {
	const { content, attachments = [] } = message;
	return answerOf(message) || content || (attachments.length > 0 ? t`File Attachment` : '');
}
