/** Commands about the labels of conversations, such as `npm run admin -- create-label`. */
import * as v from 'valibot';
import { labelTitle } from '#protocol/application/labelRoutes.ts';
import { createLabel, deleteLabel } from '../../domain/labels/editLabel.ts';
import { type Command, command, findAccountId } from './command.ts';
import { SettingError } from '../../base/settings.ts';

export const labelCommands: Record<string, Command> = {
	'create-label': command({
		usage: '--name <label>',
		options: v.object({ name: labelTitle }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				await createLabel(repositories, accountId, options.name);
				return `Pages can put the label ${options.name} on their visitors' conversations.`;
			}),
	}),

	'list-labels': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const labels = await store.labels.list(await findAccountId(store));
			return labels.map(({ title }) => title).join('\n') || 'There are no labels.';
		},
	}),

	'delete-label': command({
		usage: '--name <label>',
		options: v.object({ name: labelTitle }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const found = await repositories.labels.find(await findAccountId(repositories), options.name);
				if (!found) throw new SettingError(`There is no label ${options.name}: see list-labels`);
				await deleteLabel(repositories, found);
				return `Label ${options.name} is deleted; the conversations that have it keep it.`;
			}),
	}),
};
