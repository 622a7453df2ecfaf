/** Gives conversations the new titles of labels that were renamed. */
import { NoResultError } from 'kysely';
import { setLabels } from '../domain/conversations/labelConversation.ts';
import type { LabelRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Conversations that are read at a time. */
const AT_ONCE = 100;

/**
 * Finishes what a request has begun, or a server that stopped has left. `onError` is told which
 * labels failed.
 */
export async function renameLabels(
	services: Services,
	signal: AbortSignal,
	onError: (error: unknown, labelId: number) => void,
): Promise<void> {
	for (const label of await services.store.labels.listRenamed()) {
		try {
			while (!signal.aborted && (await renameInSome(services, label)));
		} catch (error) {
			onError(error, label.id);
		}
	}
}

/**
 * Gives the new title to some of the conversations that have the oldest former one. Each is changed
 * by itself, since there may be many. Resolves with whether any may be left: not where the label
 * has been renamed or deleted since `label` was read, which is for others to finish.
 */
export async function renameInSome(services: Services, { account_id, id, title }: LabelRow): Promise<boolean> {
	const current = await services.store.labels.findById(account_id, id);
	const [former] = current?.former_titles ?? [];
	if (!current || former === undefined || current.title !== title) return false;
	const labelled = await services.store.conversations.listLabelled(account_id, former, AT_ONCE);
	for (const conversation of labelled) {
		const scope = scopeOfConversation({ account_id, id: conversation.id });
		const isCurrent = await commit(services, scope, async (repositories, publish) => {
			const { labels } = await repositories.conversations.lock(conversation.id);
			const now = await readLocked(repositories);
			if (!now?.former_titles?.includes(former)) return false;
			const renamed = labels.map((label) => (label === former ? title : label));
			await setLabels(repositories, publish, conversation, renamed, undefined);
			return true;
		}).catch(ignoreDeleted);
		if (!isCurrent) return false;
	}
	if (labelled.length === AT_ONCE) return true;
	return commit(services, { accountId: account_id, key: `account ${account_id}` }, async (repositories) => {
		const now = await readLocked(repositories);
		const left = now?.former_titles?.filter((other) => other !== former) ?? [];
		if (now) await repositories.labels.update(id, { title, former_titles: left.length > 0 ? left : null });
		return left.length > 0;
	});

	/** Undefined once it has another title. The lock keeps its title until the transaction ends. */
	async function readLocked({ accounts, labels }: Repositories): Promise<LabelRow | undefined> {
		await accounts.lock(account_id);
		const now = await labels.findById(account_id, id);
		return now?.title === title ? now : undefined;
	}
}

/** One that has been deleted since it was listed has no label to rename. */
function ignoreDeleted(error: unknown): true {
	if (!(error instanceof NoResultError)) throw error;
	return true;
}
