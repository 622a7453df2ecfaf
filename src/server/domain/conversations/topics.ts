/**
 * What visitors choose to write about: the label, the team and the greeting that follow from it
 * (docs/wire.md, Topics).
 */
import type { Topic } from '#protocol/entities/channel.ts';
import { Problem } from '../../base/problem.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Repositories } from '../../store/store.ts';

/** The channel's topic of that id; undefined where it has none. */
export function findTopic({ widget }: Pick<Channel, 'widget'>, id: string | null | undefined): Topic | undefined {
	return widget.topics?.find((topic) => topic.id === id);
}

/** The team that a conversation about the topic gets; null where there is none. */
export async function findTeamOf({ teams }: Repositories, accountId: number, topic?: Topic): Promise<number | null> {
	return topic?.team_id ? ((await teams.find(accountId, topic.team_id))?.id ?? null) : null;
}

/** Throws LABEL_UNKNOWN or TEAM_UNKNOWN where a topic has one that is not the account's. */
export async function checkTopics(
	{ labels, teams }: Repositories,
	accountId: number,
	topics: readonly Topic[] = [],
): Promise<void> {
	for (const { label, team_id } of topics) {
		if (label !== null && !(await labels.find(accountId, label)))
			throw new Problem({ code: 'LABEL_UNKNOWN', title: label });
		if (team_id && !(await teams.find(accountId, team_id))) throw new Problem({ code: 'TEAM_UNKNOWN', id: team_id });
	}
}

/** Topics with the one label have the other in place of it, or none. */
export function relabelTopics(
	store: Repositories,
	accountId: number,
	before: string,
	after: string | null,
): Promise<void> {
	return changeTopics(store, accountId, (topic) => (topic.label === before ? { ...topic, label: after } : topic));
}

/** Topics with the team have none from then on. */
export function leaveTopics(store: Repositories, accountId: number, teamId: number): Promise<void> {
	return changeTopics(store, accountId, (topic) => (topic.team_id === teamId ? { ...topic, team_id: null } : topic));
}

async function changeTopics(
	{ channels }: Repositories,
	accountId: number,
	change: (topic: Topic) => Topic,
): Promise<void> {
	for (const { inbox, widget } of await channels.list(await channels.listIds(accountId))) {
		const topics = widget.topics?.map(change);
		if (topics?.some((topic, index) => topic !== widget.topics?.[index]))
			await channels.update(inbox.id, { widget: { topics } });
	}
}
