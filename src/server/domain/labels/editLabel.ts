/**
 * Adds and changes the labels of an account, for the API and the commands alike
 * (docs/application-api.md, Labels).
 */
import { Problem } from '../../base/problem.ts';
import { recordChange } from '../recordChange.ts';
import { relabelTopics } from '../conversations/topics.ts';
import type { LabelLooks } from '../../store/labels/labels.ts';
import type { LabelRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** @param title lower case */
export async function createLabel(
	store: Repositories,
	accountId: number,
	title: string,
	looks?: LabelLooks,
): Promise<LabelRow> {
	await requireFreeTitle(store, accountId, title);
	const created = await store.labels.insert(accountId, title, looks);
	await recordChange(store, { ...auditedOf(created), after: created });
	return created;
}

/**
 * Contacts and topics get the new title at once; `former_titles` are those that conversations still
 * have (services/renameLabels.ts).
 */
export async function changeLabel(
	store: Repositories,
	label: LabelRow,
	{ title = label.title, ...looks }: LabelLooks & { title?: string | undefined },
): Promise<LabelRow> {
	if (title !== label.title) await requireFreeTitle(store, label.account_id, title, label.id);
	if (title !== label.title) {
		await store.contactLabels.rename(label.account_id, label.title, title);
		await relabelTopics(store, label.account_id, label.title, title);
	}
	const former = [...new Set([...(label.former_titles ?? []), label.title])].filter((other) => other !== title);
	const changed = await store.labels.update(label.id, {
		title,
		...looks,
		...(title !== label.title && { former_titles: former }),
	});
	await recordChange(store, { ...auditedOf(changed), before: label, after: changed });
	return changed;
}

/**
 * Conversations that still have a former title of a label will get its new one: until then no other
 * label may have the old.
 */
async function requireFreeTitle(store: Repositories, accountId: number, title: string, id?: number): Promise<void> {
	const others = (await store.labels.list(accountId)).filter((label) => label.id !== id);
	const isTaken = others.some((label) => label.title === title || label.former_titles?.includes(title));
	if (isTaken) throw new Problem({ code: 'LABEL_TAKEN', title });
}

/** Conversations and contacts keep it, and topics have none from then on. */
export async function deleteLabel(store: Repositories, label: LabelRow): Promise<void> {
	await store.labels.delete(label.id);
	await relabelTopics(store, label.account_id, label.title, null);
	await recordChange(store, { ...auditedOf(label), before: label });
}

function auditedOf({ id, account_id, title }: LabelRow) {
	return { accountId: account_id, type: 'Label', id, name: title } as const;
}
