/**
 * `npm run dev`: the try-out on PORT (3000). What changes is built again, the server starts again when it or the build has
 * changed, and open pages load again.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, watch as watchFolder } from 'node:fs';
import { watch as watchSources } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';
import { ROOT } from '../root.ts';
import { startReloadingProxy } from './reloadingProxy.ts';

/** Editors write a file in several steps: changes within so many milliseconds are one. */
const SETTLED_AFTER = 150;

const port = Number(process.env['PORT'] ?? 3000);
/** The server's own; what it prints names the proxy's instead. */
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
// With this rollup tells a configuration that it watches.
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
