/** Commands about visitors, such as `npm run admin -- block-visitor`. */
import * as v from 'valibot';
import { type Command, command, findAccountId, rowNumber } from './command.ts';
import { SettingError } from '../base/settings.ts';
import { setBlocked } from '../domain/blockContact.ts';
import { silentPublisher } from '../domain/silentPublisher.ts';

const USAGE = '--conversation <number>';
const options = v.object({ conversation: rowNumber('is the number of a conversation, as the desk shows it') });

function blocking(isBlocked: boolean): Command {
	return command({
		usage: USAGE,
		options,
		run: (store, { conversation: displayId }) =>
			store.transaction(async (repositories) => {
				const conversation = await repositories.conversations.findByDisplayId(
					await findAccountId(repositories),
					displayId,
				);
				if (!conversation) throw new SettingError(`There is no conversation ${displayId}`);
				await setBlocked(repositories, silentPublisher, conversation.contact_id, isBlocked);
				const { name } = await repositories.contacts.find(conversation.contact_id);
				return isBlocked
					? `${name} is blocked: what they write opens no conversation any more.`
					: `${name} is not blocked any more.`;
			}),
	});
}

export const visitorCommands: Record<string, Command> = {
	'block-visitor': blocking(true),
	'unblock-visitor': blocking(false),
};
