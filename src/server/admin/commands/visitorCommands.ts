/** Commands about visitors, such as `npm run admin -- block-visitor`. */
import * as v from 'valibot';
import { type Command, command, findAccountId, rowNumber } from './command.ts';
import { SettingError } from '../../base/settings.ts';
import { setBlocked } from '../../domain/contacts/blockContact.ts';
import { revokeSessions } from '../../domain/people/revokeSessions.ts';
import { silentPublisher } from '../../domain/silentPublisher.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

const USAGE = '--conversation <number>';
const options = v.object({ conversation: rowNumber('is the number of a conversation, as the desk shows it') });

async function findConversation(store: Repositories, displayId: number): Promise<ConversationRow> {
	const conversation = await store.conversations.findByDisplayId(await findAccountId(store), displayId);
	if (!conversation) throw new SettingError(`There is no conversation ${displayId}`);
	return conversation;
}

function blocking(isBlocked: boolean): Command {
	return command({
		usage: USAGE,
		options,
		run: (store, { conversation: displayId }) =>
			store.transaction(async (repositories) => {
				const conversation = await findConversation(repositories, displayId);
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
	'revoke-visitor': command({
		usage: USAGE,
		options,
		run: (store, { conversation: displayId }) =>
			store.transaction(async (repositories) => {
				const { contact_id } = await findConversation(repositories, displayId);
				const count = await revokeSessions(repositories, contact_id);
				const { name } = await repositories.contacts.find(contact_id);
				return `${name} is a new visitor in every browser from now on (${count} until now). What they wrote stays.`;
			}),
	}),
};
