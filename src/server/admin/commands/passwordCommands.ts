/** `npm run admin -- set-password`. */
import * as v from 'valibot';
import { createPasswordHasher } from '../../base/passwordHash.ts';
import { setPassword } from '../../domain/people/setPassword.ts';
import { type Command, command, email, findAgent } from './command.ts';
import { readSecret } from './readSecret.ts';

export const passwordCommands: Record<string, Command> = {
	'set-password': command({
		usage: '--email <address>   (asks for the password, or reads it from standard input)',
		options: v.object({ email }),
		async run(store, options) {
			const user = await findAgent(store, options.email);
			const password = await readSecret(`New password of ${user.name}: `);
			await setPassword(store, createPasswordHasher(), user, { password });
			return `Agent ${user.name} can sign in with this password, and is signed out everywhere.`;
		},
	}),
};
