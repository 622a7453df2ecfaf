/** Gives conversations the new titles of labels that were renamed. */
import { NoResultError } from 'kysely';
import { setLabels } from '../domain/labelConversation.ts';
import type { LabelRow } from '../store/schema.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Conversations that are read at a time. */
const AT_ONCE = 100;

/** Finishes what a server that stopped, or failed, has left. `onError` is told which labels failed. */
export async function renameLabels(
	services: Services,
	onError: (error: unknown, labelId: number) => void,
): Promise<void> {
	for (const label of await services.store.labels.listRenamed())
		await renameInConversations(services, label).catch((error: unknown) => onError(error, label.id));
}

/** Each conversation is changed by itself, since there may be many. The label is done once all of them have its title. */
export async function renameInConversations(services: Services, label: LabelRow): Promise<void> {
	if (label.former_titles === null) return;
	for (const former of label.former_titles) await replaceTitle(services, label.account_id, former, label.title);
	await services.store.labels.forgetFormerTitles(label);
}

async function replaceTitle(services: Services, accountId: number, before: string, after: string): Promise<void> {
	for (;;) {
		const labelled = await services.store.conversations.listLabelled(accountId, before, AT_ONCE);
		for (const { id } of labelled) {
			await commit(services, scopeOfConversation({ account_id: accountId, id }), async (repositories, publish) => {
				const { labels } = await repositories.conversations.lock(id);
				const renamed = labels.map((title) => (title === before ? after : title));
				await setLabels(repositories, publish, { id }, renamed, undefined);
			}).catch(ignoreDeleted);
		}
		if (labelled.length < AT_ONCE) return;
	}
}

/** One that was deleted meanwhile has no label to rename. */
function ignoreDeleted(error: unknown): void {
	if (!(error instanceof NoResultError)) throw error;
}
