/**
 * Commands about the browsers in which agents are signed in at the desk, such as `npm run admin --
 * list-sessions`.
 */
import * as v from 'valibot';
import { endDeskSession, endDeskSessions } from '../../domain/people/endDeskSessions.ts';
import { date, type Command, command, email, findAgent, rowNumber } from './command.ts';

const id = v.optional(
	v.union([v.literal('all'), rowNumber()], 'must be all or the number of a session: see list-sessions'),
	'all',
);

export const sessionCommands: Record<string, Command> = {
	'list-sessions': command({
		usage: '--email <address>',
		options: v.object({ email }),
		async run(store, options) {
			const user = await findAgent(store, options.email);
			const sessions = await store.deskSessions.list(user.id);
			if (sessions.length === 0) return `Agent ${user.name} is signed in nowhere.`;
			return sessions
				.map(
					({ id: number, device, created_at, last_used_at, expires_at }) =>
						`${number}  ${device}: since ${date(created_at)}, last used ${date(last_used_at)}, ends ${date(expires_at)} unless it is used`,
				)
				.join('\n');
		},
	}),

	'end-sessions': command({
		usage: '--email <address> [--id <number>|all]',
		options: v.object({ email, id }),
		async run(store, options) {
			const user = await findAgent(store, options.email);
			await store.transaction((repositories) =>
				options.id === 'all'
					? endDeskSessions(repositories, user.id)
					: endDeskSession(repositories, user.id, options.id),
			);
			return `Agent ${user.name} is signed out ${options.id === 'all' ? 'everywhere' : 'there'}.`;
		},
	}),
};
