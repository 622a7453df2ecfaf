/** The commands that work with the database, by their names. */
import * as v from 'valibot';
import { createLoginLink } from '../domain/loginLink.ts';
import { setAutoResolve } from '../domain/setAutoResolve.ts';
import { agentCommands } from './agentCommands.ts';
import { auditLogCommands } from './auditLogCommands.ts';
import { campaignCommands } from './campaignCommands.ts';
import { channelCommands } from './channelCommands.ts';
import { type Command, command, email, findAccountId, findAgent, origin } from './command.ts';
import { helpCentreCommands } from './helpCentreCommands.ts';
import { labelCommands } from './labelCommands.ts';
import { passwordCommands } from './passwordCommands.ts';
import { receiverCommands } from './receiverCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import { tokenCommands } from './tokenCommands.ts';
import { visitorCommands } from './visitorCommands.ts';

export const commands: Record<string, Command> = {
	...agentCommands,

	'set-account': command({
		usage: '[--auto-resolve <days>|off]',
		options: v.object({
			'auto-resolve': v.optional(
				v.union(
					[v.literal('off'), v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/), v.transform(Number))],
					'must be off or a number of days from 1 to 999',
				),
			),
		}),
		async run(store, { 'auto-resolve': days }) {
			if (days !== undefined)
				await store.transaction(async (repositories) =>
					setAutoResolve(repositories, await findAccountId(repositories), days === 'off' ? null : days),
				);
			return 'The account is changed.';
		},
	}),

	...channelCommands,
	...receiverCommands,
	...campaignCommands,
	...helpCentreCommands,
	...labelCommands,
	...tokenCommands,
	...sessionCommands,
	...passwordCommands,
	...visitorCommands,
	...auditLogCommands,

	'login-link': command({
		usage: '--email <address> [--origin <https://…>]',
		options: v.object({ email, origin }),
		async run(store, options, defaultOrigin) {
			const user = await findAgent(store, options.email);
			return store.transaction((repositories) => createLoginLink(repositories, user, options.origin ?? defaultOrigin));
		},
	}),
};
