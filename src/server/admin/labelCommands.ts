/** Commands about the labels of conversations, such as `npm run admin -- create-label`. */
import * as v from 'valibot';
import { type Command, command, findAccountId, name } from './command.ts';
import { SettingError } from '../base/settings.ts';

/** A label in the form in which conversations are compared with it (docs/wire.md, Labels). */
const label = v.pipe(
	name,
	v.toLowerCase(),
	v.regex(/^[\p{L}\p{N}_-]+$/u, 'may have letters, digits, - and _'),
	v.maxLength(255, 'is too long'),
);

export const labelCommands: Record<string, Command> = {
	'create-label': command({
		usage: '--name <label>',
		options: v.object({ name: label }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				if (await repositories.labels.find(accountId, options.name)) {
					throw new SettingError(`There is a label ${options.name} already`);
				}
				await repositories.labels.insert(accountId, options.name);
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
		options: v.object({ name: label }),
		async run(store, options) {
			const found = await store.labels.find(await findAccountId(store), options.name);
			if (!found) throw new SettingError(`There is no label ${options.name}: see list-labels`);
			await store.labels.delete(found.id);
			return `Label ${options.name} is deleted; the conversations that have it keep it.`;
		},
	}),
};
