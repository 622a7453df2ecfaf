/** `npm run admin -- set-password`. */
import * as v from 'valibot';
import { createPasswordHasher } from '../../base/passwordHash.ts';
import { setPassword } from '../../domain/people/setPassword.ts';
import { type Command, command, email, findAgent } from './command.ts';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

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

/**
 * Asks for what must stand in no list of processes and no history of a shell: at a terminal, where
 * nothing of it shows, or as the first line of what is piped in.
 */
async function readSecret(question: string): Promise<string> {
	const { stdin, stderr } = process;
	if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/, 1)[0] ?? '';
	stderr.write(question);
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
	try {
		return await lines.question('');
	} finally {
		lines.close();
		stderr.write('\n');
	}
}
