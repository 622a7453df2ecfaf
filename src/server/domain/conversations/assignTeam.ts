/** Decides which team is responsible for a conversation (docs/application-api.md, Teams). */
import type { Activity } from '#protocol/entities/activities.ts';
import type { ConversationRow, TeamRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { nameOf, type Writer } from '../messages/writer.ts';
import { isSelf } from './assignConversation.ts';
import { takeNext } from './assignNext.ts';
import { postActivity } from './postActivity.ts';

/**
 * Nothing happens where it is the team already. An assignee who is not in the team is none any
 * more; whose turn it is of the team's people in the inbox who are online becomes the assignee,
 * where the team wants that. Otherwise the conversation waits (services/assignWaiting.ts).
 *
 * @param team undefined leaves the conversation without one, and its assignee as before
 */
export async function assignTeam(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	team: TeamRow | undefined,
	{ by, onlineIds }: { by: Writer; onlineIds: ReadonlySet<number> },
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	const { assignee_id: before, inbox_id, team_id } = conversation;
	if ((team?.id ?? null) === team_id) return conversation;
	const isKept = !team || (before !== null && (await store.teams.listMemberIds(team.id)).includes(before));
	const inbox = await store.channels.findInbox(inbox_id);
	const next = !isKept && team?.allow_auto_assign ? await takeNext(store, inbox, team, onlineIds) : undefined;
	const assigneeId = isKept ? before : (next?.user_id ?? null);
	const isOther = assigneeId !== before;
	const changed = await store.conversations.update(id, {
		team_id: team?.id ?? null,
		...(isOther && { assignee_id: assigneeId, assignee_last_seen_at: null }),
	});
	if (assigneeId !== null) await store.assignments.remove(id);
	if (next) await store.participants.add(id, [next.user_id]);
	await publish.conversation('team.changed', changed);
	if (isOther) await publish.conversation('assignee.changed', changed);
	const former = team_id === null ? undefined : await store.teams.find(conversation.account_id, team_id);
	const activity = activityOf(team, former, next, by);
	if (activity) await postActivity(store, publish, changed, activity);
	if (next && isOther && !isSelf(next, by)) await publish.notify('conversation_assignment', changed);
	await publish.conversation('conversation.updated', changed);
	return changed;
}

function activityOf(
	team: TeamRow | undefined,
	former: TeamRow | undefined,
	assignee: Member | undefined,
	by: Writer,
): Activity | undefined {
	const name = nameOf(by);
	if (team && assignee) return { code: 'assigned_via_team', name, assignee: assignee.name, team: team.name };
	if (team) return { code: 'team_assigned', name, team: team.name };
	return former && { code: 'team_unassigned', name, team: former.name };
}
