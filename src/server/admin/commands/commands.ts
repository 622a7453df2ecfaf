/** The commands that work with the database, by their names. */
import * as v from 'valibot';
import { accountSettings } from '#protocol/application/accountRoutes.ts';
import { changeAccount } from '../../domain/people/changeAccount.ts';
import { createLoginLink } from '../../domain/people/loginLink.ts';
import { agentCommands } from './agentCommands.ts';
import { auditLogCommands } from './auditLogCommands.ts';
import { campaignCommands } from './campaignCommands.ts';
import { cannedResponseCommands } from './cannedResponseCommands.ts';
import { channelCommands } from './channelCommands.ts';
import { type Command, command, email, findAccountId, findAgent, origin } from './command.ts';
import { helpCentreCommands } from './helpCentreCommands.ts';
import { labelCommands } from './labelCommands.ts';
import { mailCommands } from './mailCommands.ts';
import { passwordCommands } from './passwordCommands.ts';
import { receiverCommands } from './receiverCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import { teamCommands } from './teamCommands.ts';
import { tokenCommands } from './tokenCommands.ts';
import { translationCommands } from './translationCommands.ts';
import { visitorCommands } from './visitorCommands.ts';

export const commands: Record<string, Command> = {
	...agentCommands,

	'set-account': command({
		usage: '[--name <team>] [--auto-resolve <days>|off]',
		options: v.object({
			name: v.optional(accountSettings.name),
			'auto-resolve': v.optional(
				v.pipe(
					v.string(),
					v.transform((word): unknown => (word === 'off' ? '' : word)),
					accountSettings.auto_resolve_duration,
				),
			),
		}),
		run: (store, { name, 'auto-resolve': auto_resolve_duration }) =>
			store.transaction(async (repositories) => {
				await changeAccount(repositories, await findAccountId(repositories), { name, auto_resolve_duration });
				return 'The account is changed.';
			}),
	}),

	...channelCommands,
	...translationCommands,
	...receiverCommands,
	...campaignCommands,
	...helpCentreCommands,
	...labelCommands,
	...teamCommands,
	...cannedResponseCommands,
	...tokenCommands,
	...sessionCommands,
	...passwordCommands,
	...mailCommands,
	...visitorCommands,
	...auditLogCommands,

	'login-link': command({
		usage: '--email <address> [--origin <https://…>]',
		options: v.object({ email, origin }),
		async run(store, options, defaultOrigin) {
			const user = await findAgent(store, options.email);
			return store.transaction((repositories) =>
				createLoginLink(repositories, user, options.origin ?? defaultOrigin, { asksPassword: true }),
			);
		},
	}),
};
