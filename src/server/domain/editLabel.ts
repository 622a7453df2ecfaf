/** Adds and changes the labels of an account, for the API and the commands alike (docs/application-api.md, Labels). */
import { Problem } from '../base/problem.ts';
import type { LabelLooks } from '../store/labels.ts';
import type { LabelRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** @param title lower case */
export async function createLabel(
	store: Repositories,
	accountId: number,
	title: string,
	looks?: LabelLooks,
): Promise<LabelRow> {
	if (await store.labels.find(accountId, title)) throw new Problem({ code: 'LABEL_TAKEN', title });
	return store.labels.insert(accountId, title, looks);
}

/** Contacts get the new title. The conversations that have the label keep its old one: the caller has to rename it there. */
export async function changeLabel(
	store: Repositories,
	label: LabelRow,
	{ title = label.title, ...looks }: LabelLooks & { title?: string | undefined },
): Promise<LabelRow> {
	if (title !== label.title && (await store.labels.find(label.account_id, title)))
		throw new Problem({ code: 'LABEL_TAKEN', title });
	if (title !== label.title) await store.contactLabels.rename(label.account_id, label.title, title);
	return store.labels.update(label.id, { title, ...looks });
}
