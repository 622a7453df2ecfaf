/** Changes the selected conversations, and back. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { BULK_MAX } from '#protocol/application/conversationChangeRoutes.ts';
import type { RouteInput } from '#protocol/base/routes.ts';
import { attempt } from '../common/attempt.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { findConversation, knownConversationsAtom } from '../conversations/conversations.ts';
import { listedConversationsAtom } from '../conversations/list.ts';
import { select, selectionAtom } from '../conversations/selection.ts';
import { account, call } from '../session/api.ts';

export type Change = Omit<RouteInput<typeof applicationRoutes.changeConversations>['body'], 'type' | 'ids'>;

/** Those that the list shows: what has left it is not changed. */
export const selectedConversationsAtom = atom((get) => {
	const ids = get(selectionAtom);
	return get(listedConversationsAtom).filter(({ id }) => ids.has(id));
});

/**
 * The list follows by the events of each conversation.
 *
 * @param name what the change is called, to the agent who may undo it
 */
export const changeSelected = atom(null, async (get, set, name: string, change: Change): Promise<void> => {
	const before = get(selectedConversationsAtom);
	const ids = before.map(({ id }) => id);
	// What gets another status seldom stays in the list.
	if (change.fields?.status) set(select, []);
	await set(
		attempt,
		async () => {
			try {
				await set(send, ids, change);
			} catch (error) {
				if (get(selectionAtom).size === 0) set(select, ids);
				throw error;
			}
		},
		{
			name,
			undo: async () => {
				const known = get(knownConversationsAtom);
				const back = Map.groupBy(before, (conversation) =>
					JSON.stringify(formerOf(conversation, change, findConversation(known, conversation.id))),
				);
				back.delete('{}');
				for (const [former, conversations] of back)
					await set(
						send,
						conversations.map(({ id }) => id),
						JSON.parse(former) as Change,
					);
			},
		},
	);
});

const send = atom(null, async (get, _set, ids: readonly number[], change: Change) => {
	for (let start = 0; start < ids.length; start += BULK_MAX) {
		await call(get, applicationRoutes.changeConversations, {
			params: account(get),
			body: { type: 'Conversation', ids: ids.slice(start, start + BULK_MAX), ...change },
		});
	}
});

/**
 * What makes the conversation again what it was, but for what somebody has changed since.
 *
 * @param now as far as the desk knows; the change itself may not be known yet
 */
export function formerOf(before: Conversation, { fields, labels: changed }: Change, now = before): Change {
	const { status, snoozedUntil, assignee, priority, labels } = before;
	const isOwn = <T>(value: T, ...own: T[]) => own.includes(value);
	const isStatusOwn = fields?.status && isOwn(now.status, status, fields.status);
	const isAssigneeOwn =
		fields?.assignee_id !== undefined && isOwn(now.assignee?.id ?? null, assignee?.id ?? null, fields.assignee_id);
	const isPriorityOwn =
		fields?.priority !== undefined && isOwn(now.priority ?? null, priority ?? null, fields.priority);
	const former = {
		...(isStatusOwn && { status }),
		// Otherwise an agent who reopens it would be its assignee.
		...(isStatusOwn && status === 'open' && { assignee_id: now.assignee?.id ?? null }),
		...(isAssigneeOwn && { assignee_id: assignee?.id ?? null }),
		...(isPriorityOwn && { priority: priority ?? null }),
	};
	return {
		...(Object.keys(former).length > 0 && { fields: former }),
		...(isStatusOwn && snoozedUntil !== undefined && { snoozed_until: snoozedUntil }),
		...(changed && {
			labels: {
				add: changed.remove?.filter((title) => labels.includes(title)) ?? [],
				remove: changed.add?.filter((title) => !labels.includes(title)) ?? [],
			},
		}),
	};
}
