/**
 * `npm run build`: builds the graphs of rollup.config.mjs in parallel, because each spends half of its time waiting for
 * minifiers and compressors. The graphs of the npm package have a thread of their own, since their type compiler never waits.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';
import { rollup } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';
import { BUILT } from './ensureBuilt.ts';
import { ROOT } from './root.ts';
import { zipPlugin } from './wordpress/packPlugin.ts';

const SERVED = 'frame,desk,worker,survey,element,global';
const NPM = 'types,npm';

if (isMainThread && !process.env['BUILD']) await buildAll();
else await buildChosen();

async function buildAll(): Promise<void> {
	console.log('Building…');
	const startedAt = performance.now();
	rmSync(`${ROOT}/dist`, { recursive: true, force: true });
	const npm = new Worker(import.meta.filename, { env: { ...process.env, BUILD: NPM } });
	const npmEnd = once(npm, 'exit');
	process.env['BUILD'] = SERVED;
	await buildChosen();
	const [code] = await npmEnd;
	process.exitCode ||= Number(code);
	if (process.exitCode) return;
	await zipPlugin(`${ROOT}/dist/live-chat-widget-wordpress.zip`);
	writeFileSync(BUILT, '');
	console.log(`Built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

/** Builds the graphs that `BUILD` names. A warning fails the build. */
async function buildChosen(): Promise<void> {
	const { options, warnings } = await loadConfigFile(`${ROOT}/rollup.config.mjs`, {});
	await Promise.all(
		options.map(async (graph) => {
			const bundle = await rollup(graph);
			for (const output of graph.output) await bundle.write(output);
			await bundle.close();
		}),
	);
	if (warnings.count > 0) process.exitCode = 1;
	warnings.flush();
}
