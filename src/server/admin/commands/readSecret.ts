import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for what must stand in no list of processes and no history of a shell: at a terminal, where
 * nothing of it shows, or as the first line of what is piped in.
 */
export async function readSecret(question: string): Promise<string> {
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
