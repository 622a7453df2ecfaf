/**
 * Servers that share a process with the other ones of this test process: from the second on, a
 * server starts in a tenth of the processor time, and what it runs has been compiled. They are as
 * apart as processes are, but for signals, Node's own settings, and a database that two of them
 * would write: one would keep the other from finishing.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { NODE_FLAGS, programFile } from './programs.ts';
import { AGENT_TOKEN, paceOf, prepareServer, type ServerOptions, type TestServer } from './server.ts';

/** What the host is asked: to start a server, or to stop one. */
export type Asked = { id: number } & ({ environment: NodeJS.ProcessEnv; pace: number } | { stop: string });
export interface Answered {
	id: number;
	origin: string;
	error?: string;
}

let host: ChildProcess | undefined;
let asked = 0;

export async function startHostedServer(options: ServerOptions = {}): Promise<TestServer> {
	const { dataDir, environment } = prepareServer(options);
	const origin = await ask({ environment, pace: paceOf(options) });
	let stopped: Promise<string> | undefined;
	return {
		origin,
		port: Number(new URL(origin).port),
		pid: host?.pid ?? 0,
		agentToken: AGENT_TOKEN,
		dataDir,
		async stop() {
			await (stopped ??= ask({ stop: origin }));
			if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/** Answers the server's origin. */
function ask(question: { environment: NodeJS.ProcessEnv; pace: number } | { stop: string }): Promise<string> {
	const child = (host ??= startHost());
	const id = ++asked;
	return new Promise((resolve, reject) => {
		// Only while it is asked does the host keep this process.
		child.channel?.ref();
		const settle = () => {
			child.off('message', onAnswer);
			child.off('exit', onExit);
			if (child.listenerCount('message') === 0) child.channel?.unref();
		};
		const onAnswer = (answer: Answered) => {
			if (answer.id !== id) return;
			settle();
			if (answer.error === undefined) resolve(answer.origin);
			else reject(new Error(answer.error));
		};
		const onExit = () => {
			settle();
			reject(new Error('The host of the servers has ended'));
		};
		child.on('message', onAnswer);
		child.on('exit', onExit);
		child.send({ id, ...question } satisfies Asked);
	});
}

function startHost(): ChildProcess {
	const child = fork(programFile('test/support/serverHost.ts'), {
		execArgv: NODE_FLAGS,
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	child.setMaxListeners(0);
	child.unref();
	child.channel?.unref();
	return child;
}
