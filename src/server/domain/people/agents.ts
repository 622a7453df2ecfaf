/**
 * Adds people to a team, changes their roles, and removes them (docs/application-api.md, Agents).
 */
import type { Availability } from '#protocol/entities/entities.ts';
import { Problem } from '../../base/problem.ts';
import { recordChange, recordUser } from '../recordChange.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { endAccess } from './signIn.ts';
import type { AccountUser, ConversationRow, Inbox, User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';

export interface AgentFacts {
	name: string;
	displayName?: string | null;
	email: string;
	/** Default `agent`, the role with the fewest permissions. */
	role?: AccountUser['role'] | undefined;
	availability?: Availability | undefined;
	autoOffline?: boolean | undefined;
	/**
	 * Whether the person may be a member of another account, too, which only the server's operator
	 * decides.
	 */
	mayBeElsewhere?: boolean;
}

/**
 * Adds a person to the account. A person that the server knows already, from another account or an
 * earlier time, keeps their name. Throws AGENT_EXISTS for a member of this account, and
 * AGENT_ELSEWHERE for one of another, unless they may be in both.
 */
export async function addAgent(store: Repositories, accountId: number, agent: AgentFacts): Promise<User> {
	const known = await store.users.findByEmail(agent.email);
	if (known) await admitKnown(store, accountId, known.id, agent.mayBeElsewhere ?? false);
	const user =
		known ??
		(await store.users.insert({ name: agent.name, displayName: agent.displayName ?? null, email: agent.email }));
	await store.users.join(accountId, user.id, {
		role: agent.role ?? 'agent',
		availability: agent.availability ?? 'online',
		auto_offline: agent.autoOffline ?? true,
	});
	await recordChange(store, {
		...auditedOf({ ...user, account_id: accountId, user_id: user.id }),
		after: { name: user.name, email: user.email, role: agent.role ?? 'agent' },
	});
	return user;
}

/**
 * Lets a known person join the account. What signed them in so far ends: the administrators of
 * another account may have made it, and it would let them in here. Nor may an administrator do that
 * to the people of another account, and take them from its administrators (`findOwnAgent` in
 * src/server/http/people/ownAgent.ts).
 */
async function admitKnown(
	store: Repositories,
	accountId: number,
	userId: number,
	mayBeElsewhere: boolean,
): Promise<void> {
	await store.users.lock(userId);
	if (await store.users.findMember(accountId, userId)) throw new Problem({ code: 'AGENT_EXISTS' });
	if (!mayBeElsewhere && (await isInTeam(store, userId))) throw new Problem({ code: 'AGENT_ELSEWHERE' });
	await endAccess(store, userId);
}

export interface AgentNames {
	name?: string | undefined;
	/** What visitors read in place of the name; null for nothing. */
	displayName?: string | null | undefined;
}

export interface AgentChange extends AgentNames {
	email?: string | undefined;
	/**
	 * Whether names and address may be those of a person who is in another account, too, as for the
	 * server's operator.
	 */
	mayBeElsewhere?: boolean;
	role?: AccountUser['role'] | undefined;
	availability?: Availability | undefined;
	autoOffline?: boolean | undefined;
}

/**
 * Throws AGENT_SHARED where it would change a name or the address of a person who is in another
 * account, too, unless that may be, and AGENT_EMAIL_TAKEN for the address of another person.
 */
export async function changeAgent(store: Repositories, member: Member, change: AgentChange): Promise<void> {
	const { account_id, user_id } = member;
	if (change.role === 'agent') await keepAdministrator(store, account_id, user_id);
	await changePerson(store, member, change);
	await store.users.updateMember(account_id, user_id, {
		...(change.role !== undefined && { role: change.role }),
		...(change.availability !== undefined && { availability: change.availability }),
		...(change.autoOffline !== undefined && { auto_offline: change.autoOffline }),
	});
	await recordChange(store, {
		...auditedOf(member),
		before: { role: member.role },
		after: { role: change.role ?? member.role },
	});
}

/**
 * A person has the same names and address in all accounts, so one account's administrator may not
 * change them for others.
 */
async function changePerson(store: Repositories, member: Member, change: AgentChange): Promise<void> {
	const { name = member.name, displayName = member.display_name, mayBeElsewhere = false } = change;
	const email = change.email?.toLowerCase() ?? member.email;
	if (name === member.name && displayName === member.display_name && email === member.email) return;
	const isElsewhere = (await store.users.listAccounts(member.user_id)).length > 1;
	if (isElsewhere && !mayBeElsewhere) throw new Problem({ code: 'AGENT_SHARED' });
	await nameAgent(store, member.user_id, change);
	if (email !== member.email) await changeAddress(store, member.user_id, email);
}

/**
 * Ends the links that were mailed to the former address, which may be a stranger's. Throws
 * AGENT_EMAIL_TAKEN for the address of another person.
 */
export async function changeAddress(store: Repositories, userId: number, email: string): Promise<void> {
	if (await store.users.findByEmail(email)) throw new Problem({ code: 'AGENT_EMAIL_TAKEN' });
	const before = await store.users.find(userId);
	await store.users.setEmail(userId, email);
	await store.signInTokens.deleteAll(userId);
	await recordUser(store, userId, { before, after: await store.users.find(userId) });
}

/** A person has the same names in all accounts. */
export async function nameAgent(store: Repositories, userId: number, names: AgentNames): Promise<void> {
	const before = await store.users.find(userId);
	await store.users.rename(userId, {
		...(names.name !== undefined && { name: names.name }),
		...(names.displayName !== undefined && { display_name: names.displayName }),
	});
	await recordUser(store, userId, { before, after: await store.users.find(userId) });
}

/** Sets the inboxes in which the agent answers; all of them have to be the account's. */
export async function chooseInboxes(store: Repositories, member: Member, inboxIds: readonly number[]): Promise<void> {
	const { account_id, user_id } = member;
	const own = await store.channels.listIds(account_id);
	if (inboxIds.some((id) => !own.includes(id))) throw new Problem({ code: 'INBOX_UNKNOWN' });
	const before = await listInboxesOf(store, own, member);
	await store.channels.removeMember(own, user_id);
	for (const inboxId of inboxIds) await store.channels.addMember(inboxId, user_id);
	await recordChange(store, {
		...auditedOf(member),
		before: { inbox_ids: before },
		after: { inbox_ids: inboxIds.toSorted((one, other) => one - other) },
	});
}

/** In which of these inboxes the person answers. */
async function listInboxesOf(
	{ users }: Repositories,
	inboxIds: readonly number[],
	{ account_id, user_id }: Member,
): Promise<number[]> {
	const ids: number[] = [];
	for (const inboxId of inboxIds.toSorted((one, other) => one - other))
		if ((await users.listInbox(account_id, inboxId)).some((member) => member.user_id === user_id)) ids.push(inboxId);
	return ids;
}

export type InboxMembersChange = 'add' | 'set' | 'remove';

/** Lets these people of the account answer in the inbox as well, alone, or no longer. */
export async function changeInboxMembers(
	store: Repositories,
	{ id, account_id, name }: Pick<Inbox, 'id' | 'account_id' | 'name'>,
	userIds: readonly number[],
	change: InboxMembersChange,
): Promise<void> {
	const { channels, users } = store;
	const listIds = async () =>
		(await users.listInbox(account_id, id)).map(({ user_id }) => user_id).toSorted((one, other) => one - other);
	const before = await listIds();
	const leaving = change === 'set' ? before : change === 'remove' ? userIds : [];
	for (const userId of leaving) await channels.removeMember([id], userId);
	if (change !== 'remove') for (const userId of userIds) await channels.addMember(id, userId);
	await recordChange(store, {
		accountId: account_id,
		type: 'InboxMember',
		id,
		name,
		before: { user_ids: before },
		after: { user_ids: await listIds() },
	});
}

function auditedOf({ account_id, user_id, email }: Pick<Member, 'account_id' | 'user_id' | 'email'>) {
	return { accountId: account_id, type: 'AccountUser', id: user_id, name: email } as const;
}

/**
 * Removes a person from the account. Their messages stay, under their name. Their conversations, of
 * which there may be thousands, lose their assignee afterwards, one by one (`unassignFormerAgent`).
 * A person who is in no other account can no longer sign in.
 */
export async function removeAgent(store: Repositories, member: Member): Promise<void> {
	const { account_id, user_id, name, email, role } = member;
	await keepAdministrator(store, account_id, user_id);
	await store.channels.removeMember(await store.channels.listIds(account_id), user_id);
	await store.teams.leave(account_id, user_id);
	await store.users.updateMember(account_id, user_id, {
		availability: 'offline',
		auto_offline: true,
		removed_at: Date.now(),
	});
	await recordChange(store, { ...auditedOf(member), before: { name, email, role } });
	if (await isInTeam(store, user_id)) return;
	await endAccess(store, user_id);
}

/**
 * Takes a conversation from an assignee who has left. Nothing happens where the assignee has
 * changed, or has come back.
 */
export async function unassignFormerAgent(
	store: Repositories,
	publish: EventPublisher,
	{ id, account_id, assignee_id }: ConversationRow,
): Promise<void> {
	const conversation = await store.conversations.lock(id);
	if (assignee_id === null || conversation.assignee_id !== assignee_id) return;
	if (await store.users.findMember(account_id, assignee_id)) return;
	const changed = await store.conversations.update(id, { assignee_id: null, assignee_last_seen_at: null });
	await publish.conversation('assignee.changed', changed);
	await publish.conversation('conversation.updated', changed);
}

/** Whether the person is in the team of any account; otherwise they cannot sign in. */
export async function isInTeam({ users }: Repositories, userId: number): Promise<boolean> {
	return (await users.listAccounts(userId)).length > 0;
}

/**
 * Throws if the person is the last administrator. Two removals at the same moment wait for each
 * other.
 */
async function keepAdministrator(store: Repositories, accountId: number, userId: number): Promise<void> {
	await store.accounts.lock(accountId);
	const administrators = (await store.users.listAccount(accountId)).filter(({ role }) => role === 'administrator');
	if (administrators.every(({ user_id }) => user_id === userId) && administrators.length > 0)
		throw new Problem({ code: 'LAST_ADMINISTRATOR' });
}
