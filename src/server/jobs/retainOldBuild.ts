/**
 * Keeps what browsers load under `/packs` also after an upgrade: a page that was opened before it
 * imports the rest of its code when the visitor clicks, by names that the new build does not have.
 */
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY } from '#protocol/base/duration.ts';
import { repeat } from './repeat.ts';

/** Days for which a build's files are served after the last server that had the build. */
const KEPT_DAYS = 30;

/**
 * @param built has `packs/` with the files of this build; their names have hashes
 * @param folder gets them, beside those of former builds
 */
export function retainOldBuild(app: FastifyInstance, built: string, folder: string): void {
	repeat(app, DAY, 'the files of this build are not kept for later versions', async () => {
		const now = new Date();
		for (const name of await filesIn(built)) await keep(join(built, name), join(folder, name), now);
		for (const name of await filesIn(folder)) {
			const file = join(folder, name);
			if ((await stat(file)).mtimeMs < now.getTime() - KEPT_DAYS * DAY) await rm(file, { force: true });
		}
	});
}

/** Paths of the files below `folder`/packs, from `folder`; none before the first build. */
async function filesIn(folder: string): Promise<string[]> {
	const packs = join(folder, 'packs');
	const entries = await readdir(packs, { recursive: true, withFileTypes: true }).catch(() => []);
	return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Its time says when a server had it last. */
async function keep(file: string, kept: string, now: Date): Promise<void> {
	try {
		await utimes(kept, now, now);
	} catch {
		await mkdir(dirname(kept), { recursive: true });
		// Renamed once it is complete: it is served as soon as it has its name.
		await copyFile(file, `${kept}.${process.pid}`);
		await rename(`${kept}.${process.pid}`, kept);
	}
}
