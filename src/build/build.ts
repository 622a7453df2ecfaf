/**
 * `npm run build`: builds the graphs of rollup.config.mjs in two threads, since Rollup and the type
 * compiler each fill a processor.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';
import { rollup, type OutputOptions, type RollupBuild } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';
import { BUILT } from './ensureBuilt.ts';
import { ROOT } from './root.ts';
import { zipPlugin } from './wordpress/packPlugin.ts';

/** The graphs that each thread builds: about the same work. */
const THREADS = ['desk,worker,survey,global', 'frame,element,npm,types'];

if (isMainThread && !process.env['BUILD']) await buildAll();
else await buildChosen();

async function buildAll(): Promise<void> {
	console.log('Building…');
	const startedAt = performance.now();
	rmSync(`${ROOT}/dist`, { recursive: true, force: true });
	const codes = await Promise.all(THREADS.map(buildInThread));
	process.exitCode = codes.find((code) => code !== 0);
	if (process.exitCode) return;
	await zipPlugin(`${ROOT}/dist/live-chat-widget-wordpress.zip`);
	writeFileSync(BUILT, '');
	console.log(`Built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

/** Answers the thread's exit code. */
async function buildInThread(graphs: string): Promise<number> {
	const thread = new Worker(import.meta.filename, { env: { ...process.env, BUILD: graphs } });
	const [code] = await once(thread, 'exit');
	return Number(code);
}

/**
 * Builds the graphs that `BUILD` names, each while those before it are compressed and written. A
 * warning fails the build.
 */
async function buildChosen(): Promise<void> {
	const { options, warnings } = await loadConfigFile(`${ROOT}/rollup.config.mjs`, {});
	const written: Promise<void>[] = [];
	for (const graph of options) written.push(write(await rollup(graph), graph.output));
	await Promise.all(written);
	if (warnings.count > 0) process.exitCode = 1;
	warnings.flush();
}

async function write(bundle: RollupBuild, outputs: OutputOptions[]): Promise<void> {
	for (const output of outputs) await bundle.write(output);
	await bundle.close();
}
