/** The labels that the team gives its conversations. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Label } from '#protocol/labelRoutes.ts';
import { loadAccount } from '../../account/account.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

export type LabelFacts = Pick<Label, 'title' | 'color'> & { description: string };

export const loadLabels = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listLabels, { params: account(get) })).payload,
);

/** Adds a label, or changes the one with this id. */
export const saveLabel = atom(null, async (get, set, id: number | undefined, body: LabelFacts, etag?: string) => {
	if (id === undefined) await call(get, applicationRoutes.createLabel, { params: account(get), body });
	else await call(get, applicationRoutes.updateLabel, { params: { ...account(get), id }, body }, unlessChanged(etag));
	void set(loadAccount);
});

export const deleteLabel = atom(null, async (get, set, id: number) => {
	await call(get, applicationRoutes.deleteLabel, { params: { ...account(get), id } });
	void set(loadAccount);
});
