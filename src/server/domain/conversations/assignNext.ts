import type { Channel } from '../../store/websites/channels.ts';
import type { Inbox, TeamRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { assignConversation } from './assignConversation.ts';

/**
 * Whether the server assigns the inbox's conversations, or those of a team. An inbox that is
 * removed stays for a while, until it is cleared.
 */
export function isAssigning({ enable_auto_assignment, removed_at }: Inbox, team: TeamRow | undefined): boolean {
	return (team ? team.allow_auto_assign : enable_auto_assignment) && removed_at === null;
}

/** The members of the inbox, and of the team, who are online and have room for one more. */
export async function listFree(
	{ users, assignments, teams }: Repositories,
	inbox: Inbox,
	team: TeamRow | undefined,
	onlineIds: ReadonlySet<number>,
): Promise<Member[]> {
	const { max_assignment_limit: limit } = inbox;
	const counts = limit === null ? undefined : await assignments.countOpen(inbox);
	const ofTeam = team && (await teams.listMemberIds(team.id));
	return (await users.listInbox(inbox.account_id, inbox.id)).filter(
		({ user_id }) =>
			onlineIds.has(user_id) &&
			(ofTeam?.includes(user_id) ?? true) &&
			(limit === null || (counts?.get(user_id) ?? 0) < limit),
	);
}

/** Whose turn it is of them; undefined where nobody is free. */
export async function takeNext(
	store: Repositories,
	inbox: Inbox,
	team: TeamRow | undefined,
	onlineIds: ReadonlySet<number>,
): Promise<Member | undefined> {
	const last = await store.assignments.lockTurn(inbox.id);
	const free = await listFree(store, inbox, team, onlineIds);
	const next = free.find(({ user_id }) => user_id > last) ?? free[0];
	if (next) await store.assignments.setTurn(inbox.id, next.user_id);
	return next;
}

/**
 * Assigns a conversation that opened without an assignee to the agent whose turn it is, of the
 * inbox's members, and of its team's where it has one, who are online and have room
 * (docs/application-api.md, Inboxes and Teams). False: no member is, so that it waits.
 */
export async function assignNext(
	store: Repositories,
	publish: EventPublisher,
	conversationId: number,
	{ inbox }: Pick<Channel, 'inbox'>,
	onlineIds: ReadonlySet<number>,
): Promise<boolean> {
	const conversation = await store.conversations.lock(conversationId);
	const { account_id, status, assignee_id, team_id } = conversation;
	const team = team_id === null ? undefined : await store.teams.find(account_id, team_id);
	if (!isAssigning(inbox, team) || status !== 'open' || assignee_id !== null) {
		await store.assignments.remove(conversationId);
		return true;
	}
	const next = await takeNext(store, inbox, team, onlineIds);
	if (!next) return false;
	await store.assignments.remove(conversationId);
	await assignConversation(store, publish, conversation, next, undefined);
	return true;
}
