/**
 * Everything that an agent can do by a key. The keys, their list and the search for commands derive
 * from this table.
 */
import { t } from '@lingui/core/macro';
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Availability } from '#protocol/entities/entities.ts';
import { attemptNoticeAtom } from '../common/attempt.ts';
import { openDeskDialog } from '../common/openDialog.ts';
import { leaveForm } from '../common/leaving.ts';
import {
	CONTACTS_HREF,
	conversationHref,
	LIST_HREF,
	placeAtom,
	REPORTS_HREF,
	selectedIdAtom,
	settingsHref,
} from '../common/route.ts';
import { assign, markUnread, setBlocked, setStatus } from '../conversations/changes.ts';
import { findConversation, knownConversationsAtom } from '../conversations/conversations.ts';
import { chooseView, listedConversationsAtom } from '../conversations/list.ts';
import { resolve } from '../conversations/resolve.ts';
import { availabilityAtom, chooseAvailability } from '../session/availability.ts';
import { agentAtom, signOut } from '../session/session.ts';
import { commandComposer } from '../thread/composer/composerCommand.ts';
import { toggleFacts } from '../thread/model/factsPanel.ts';
import { inviteToCall } from '../thread/model/outgoing.ts';
import { openMenu } from '../thread/model/threadMenus.ts';
import { selectCurrent } from './loadMany.ts';

export type ActionGroup = 'conversations' | 'conversation' | 'availability' | 'desk';

export interface Action {
	id: string;
	group: ActionGroup;
	name: string;
	/** A character without Control or Command; capital letters are typed with Shift. */
	key: string;
	/** Whether it can be done now. */
	isAvailable: boolean;
	/** Whether it is done again and again while the key is held down. */
	repeats?: boolean;
	/**
	 * Whether its key asks first: what it does cannot be undone, and letters may be typed where no
	 * field has the focus.
	 */
	asks?: boolean;
	/** May reject where the server refuses or cannot be reached. */
	act: (get: Getter, set: Setter) => void | Promise<void>;
	/**
	 * For what is changed without a question: restores the state in which the action was offered.
	 */
	undo?: (set: Setter) => void | Promise<void>;
}

type Row = Omit<Action, 'group' | 'isAvailable'>;

export const actionsAtom = atom((get): readonly Action[] => {
	const isAmongConversations = get(placeAtom) === 'conversations';
	const id = isAmongConversations ? get(selectedIdAtom) : undefined;
	const isOpen = findConversation(get(knownConversationsAtom), id) !== undefined;
	const of = (group: ActionGroup, isAvailable: boolean, rows: readonly Row[]): Action[] =>
		rows.map((row) => ({ ...row, group, isAvailable }));
	return [
		...of('conversations', isAmongConversations, listActions()),
		...of('conversation', isOpen, [...writingActions(id ?? 0), ...changingActions(get, id ?? 0)]),
		...of('availability', true, availabilityActions(get)),
		...of('desk', true, deskActions(get)),
	];
});

function listActions(): Row[] {
	return [
		{ id: 'next', name: t`Next conversation`, key: 'j', repeats: true, act: (get) => step(get, 1) },
		{ id: 'previous', name: t`Previous conversation`, key: 'k', repeats: true, act: (get) => step(get, -1) },
		{
			id: 'mine',
			name: t({ message: 'Mine', context: 'conversations' }),
			key: '1',
			act: (_get, set) => set(chooseView, { assignee: 'me' }),
		},
		{
			id: 'unassigned',
			name: t({ message: 'Unassigned', context: 'conversations' }),
			key: '2',
			act: (_get, set) => set(chooseView, { assignee: 'unassigned' }),
		},
		{
			id: 'all',
			name: t({ message: 'All', context: 'conversations' }),
			key: '3',
			act: (_get, set) => set(chooseView, { assignee: 'all' }),
		},
		{ id: 'views', name: t`Views`, key: 'v', act: (_get, set) => set(openDeskDialog, 'views') },
		{ id: 'select', name: t`Select`, key: 'x', act: (_get, set) => set(selectCurrent) },
	];
}

/** Shows the conversation that follows in the list, or stands before it; without one, the first. */
function step(get: Getter, by: 1 | -1): void {
	const ids = get(listedConversationsAtom).map(({ id }) => id);
	const current = ids.indexOf(get(selectedIdAtom) ?? 0);
	const next = ids[current === -1 ? 0 : current + by];
	if (next !== undefined) location.hash = conversationHref(next);
}

function writingActions(id: number): Row[] {
	return [
		{ id: 'write', name: t`Write to the visitor`, key: 'r', act: (_get, set) => set(commandComposer, 'message') },
		{ id: 'note', name: t`Private note`, key: 'n', act: (_get, set) => set(commandComposer, 'note') },
		{ id: 'attach', name: t`Attach files`, key: 'f', act: (_get, set) => set(commandComposer, 'files') },
		{ id: 'call', name: t`Video call`, key: 'V', asks: true, act: (_get, set) => set(inviteToCall, id) },
	];
}

function changingActions(get: Getter, id: number): Row[] {
	const conversation = findConversation(get(knownConversationsAtom), id);
	const isResolvable = conversation?.status !== 'resolved';
	const isBlocked = conversation?.visitor.blocked === true;
	const me = get(agentAtom)?.id;
	return [
		{ id: 'assign', name: t`Assign`, key: 'a', act: (_get, set) => set(openMenu, 'assign') },
		{
			id: 'assign-me',
			name: t`Assign to me`,
			key: 'i',
			act: (_get, set) => set(assign, id, me),
			undo: (set) => set(assign, id, conversation?.assignee?.id),
		},
		{ id: 'priority', name: t`Priority`, key: 'p', act: (_get, set) => set(openMenu, 'priority') },
		{ id: 'labels', name: t`Labels`, key: 'l', act: (_get, set) => set(openMenu, 'labels') },
		{ id: 'snooze', name: t`Snooze`, key: 's', act: (_get, set) => set(openMenu, 'snooze') },
		{
			id: 'resolve',
			name: isResolvable ? t`Resolve` : t`Reopen`,
			key: 'e',
			act: async (_get, set) => {
				if (isResolvable) await set(resolve, id);
				else await set(setStatus, id, 'open');
			},
			undo: async (set) => {
				await set(setStatus, id, conversation?.status ?? 'open', conversation?.snoozedUntil);
				location.hash = conversationHref(id);
			},
		},
		{
			id: 'unread',
			name: t`Mark as unread`,
			key: 'u',
			act: (_get, set) => {
				// The conversation that is shown would be read again at once.
				location.hash = LIST_HREF;
				return set(markUnread, id);
			},
			undo: () => void (location.hash = conversationHref(id)),
		},
		{
			id: 'block',
			name: isBlocked ? t`Unblock visitor` : t`Block visitor`,
			key: 'B',
			asks: true,
			act: (_get, set) => set(setBlocked, id, !isBlocked),
		},
		{ id: 'edit-contact', name: t`Edit contact`, key: 'E', act: (_get, set) => set(openMenu, 'edit-dialog') },
		{ id: 'merge', name: t`Merge contacts`, key: 'M', act: (_get, set) => set(openMenu, 'merge-dialog') },
		...(get(agentAtom)?.role === 'administrator'
			? [
					{
						id: 'delete-contact',
						name: t`Delete contact`,
						key: 'X',
						act: (_get: Getter, set: Setter) => set(openMenu, 'delete-dialog'),
					},
				]
			: []),
		{ id: 'details', name: t`Details`, key: 'd', act: (_get, set) => set(toggleFacts) },
	];
}

function availabilityActions(get: Getter): Row[] {
	const before = get(availabilityAtom);
	const row = (id: Availability, name: string, key: string): Row => ({
		id,
		name,
		key,
		act: (_get, set) => set(chooseAvailability, id),
		undo: (set) => set(chooseAvailability, before ?? id),
	});
	return [row('online', t`Online`, '7'), row('busy', t`Busy`, '8'), row('offline', t`Offline`, '9')];
}

function deskActions(get: Getter): Row[] {
	const { undo } = get(attemptNoticeAtom) ?? {};
	return [
		...(undo ? [{ id: 'undo', name: t`Undo`, key: 'z', act: () => undo() }] : []),
		{ id: 'search', name: t`Search`, key: '/', act: (_get, set) => set(openDeskDialog, 'search') },
		{ id: 'inbox', name: t`Conversations`, key: 'c', act: () => void (location.hash = LIST_HREF) },
		{ id: 'contacts', name: t`Contacts`, key: 'C', act: () => void (location.hash = CONTACTS_HREF) },
		...(get(agentAtom)?.role === 'administrator'
			? [{ id: 'reports', name: t`Reports`, key: 'R', act: () => void (location.hash = REPORTS_HREF) }]
			: []),
		{ id: 'settings', name: t`Settings`, key: ',', act: () => void (location.hash = settingsHref()) },
		{ id: 'bell', name: t`Notifications`, key: 'b', act: (_get, set) => set(openDeskDialog, 'bell') },
		{
			id: 'notifications',
			name: t`Sounds and notifications`,
			key: 'N',
			act: (_get, set) => set(openDeskDialog, 'notifications'),
		},
		{ id: 'password', name: t`Password`, key: 'P', act: (_get, set) => set(openDeskDialog, 'password') },
		{ id: 'shortcuts', name: t`Keyboard shortcuts`, key: '?', act: (_get, set) => set(openDeskDialog, 'shortcuts') },
		{
			id: 'sign-out',
			name: t`Sign out`,
			key: 'Q',
			asks: true,
			act: (_get, set) => set(leaveForm, { leave: () => set(signOut), stay: () => {} }),
		},
	];
}
