/** The labels of an account, by REST (docs/application-api.md, Labels). */
import type { Label, labelRoutes } from '#protocol/application/labelRoutes.ts';
import { changeLabel, createLabel, deleteLabel } from '../../domain/labels/editLabel.ts';
import { withTag } from '../../present/tagged.ts';
import { renameInSome } from '../../services/renameLabels.ts';
import { createAccountChanger, type Services } from '../../services/services.ts';
import type { LabelRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function teamLabelHandlers(services: Services): Handlers<typeof labelRoutes> {
	const { store } = services;
	const change = createAccountChanger(services, 'label');

	return {
		listLabels: async ({ account }) => ({ payload: (await store.labels.list(account.id)).map(present) }),

		async showLabel({ account, params }) {
			return present(await store.labels.require(account.id, params.id));
		},

		async createLabel({ account, body: { title, ...looks } }) {
			return present(await change(account.id, (repositories) => createLabel(repositories, account.id, title, looks)));
		},

		async updateLabel({ account, params, body, changeIfMatch }) {
			const label = await change(account.id, async (repositories) => {
				const before = await repositories.labels.require(account.id, params.id);
				return changeIfMatch(before, present, () => changeLabel(repositories, before, body));
			});
			// The job goes on with the others (jobs/finishRenames.ts).
			await renameInSome(services, label);
			return present(label);
		},

		async deleteLabel({ account, params }) {
			await change(account.id, async (repositories) =>
				deleteLabel(repositories, await repositories.labels.require(account.id, params.id)),
			);
		},
	};
}

function present({ id, title, description, color, show_on_sidebar }: LabelRow): Label {
	return withTag({ id, title, description, color, show_on_sidebar });
}
