/**
 * `npm run dev`: the try-out on PORT (3000). A changed file is built again, the server restarts
 * when its own sources or the build have changed, and open pages reload.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, watch as watchFolder } from 'node:fs';
import { watch as watchSources } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';
import { ROOT } from '../root.ts';
import { startReloadingProxy } from './reloadingProxy.ts';

/** Editors write a file in several steps: changes within this many milliseconds count as one. */
const SETTLED_AFTER = 150;

const port = Number(process.env['PORT'] ?? 3000);
/**
 * The port of the server itself. Its log names the proxy's port instead, which is the one to open.
 */
const serverPort = port + 1;
const reloadPages = await startReloadingProxy(port, serverPort);

let server: ChildProcess | undefined;
let settling: NodeJS.Timeout | undefined;

function restartSoon(): void {
	clearTimeout(settling);
	settling = setTimeout(() => void restart(), SETTLED_AFTER);
}

async function restart(): Promise<void> {
	const isRunning = server?.exitCode === null && server.signalCode === null;
	if (server && isRunning) {
		server.kill();
		await once(server, 'exit');
	}
	const env = { ...process.env, PORT: String(serverPort) };
	server = spawn(process.execPath, ['src/server/demo/tryOut.ts'], {
		cwd: ROOT,
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	server.stdout?.setEncoding('utf8').on('data', (text: string) => {
		process.stdout.write(text.replaceAll(`:${serverPort}`, `:${port}`));
	});
	reloadPages();
}

process.on('exit', () => server?.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());

rmSync(`${ROOT}/dist`, { recursive: true, force: true });
// Rollup sets this variable when it watches, and the configuration reads it.
process.env['ROLLUP_WATCH'] = 'true';
const { options } = await loadConfigFile(`${ROOT}/rollup.config.mjs`, {}, true);
watchSources(options).on('event', (event) => {
	if (event.code === 'ERROR') console.error(event.error.message, event.error.frame ?? '');
	if (event.code === 'BUNDLE_END') void event.result.close();
	if (event.code === 'END') restartSoon();
});
for (const folder of ['src/server', 'src/protocol', 'demo']) {
	watchFolder(`${ROOT}/${folder}`, { recursive: true }, restartSoon);
}
