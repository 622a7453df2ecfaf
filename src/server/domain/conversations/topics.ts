/**
 * What visitors choose to write about: the label and the greeting that follow from it
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

/** Throws LABEL_UNKNOWN where a topic has a label that is not the account's. */
export async function checkLabels(
	{ labels }: Repositories,
	accountId: number,
	topics: readonly Topic[] = [],
): Promise<void> {
	for (const { label } of topics)
		if (label !== null && !(await labels.find(accountId, label)))
			throw new Problem({ code: 'LABEL_UNKNOWN', title: label });
}

/** Topics with the one label have the other in place of it, or none. */
export async function relabelTopics(
	{ channels }: Repositories,
	accountId: number,
	before: string,
	after: string | null,
): Promise<void> {
	for (const { inbox, widget } of await channels.list(await channels.listIds(accountId))) {
		if (!widget.topics?.some(({ label }) => label === before)) continue;
		const topics = widget.topics.map((topic) => (topic.label === before ? { ...topic, label: after } : topic));
		await channels.update(inbox.id, { widget: { topics } });
	}
}
