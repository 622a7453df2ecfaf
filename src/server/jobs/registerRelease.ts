/**
 * Keeps the tag in one file as long as pages may pin it: a version's script is stored before the
 * server of that version listens, and deleted a year after the last server of that version has run.
 */
import type { FastifyInstance } from 'fastify';
import { DAY, HOUR } from '#protocol/base/duration.ts';
import { PINNED_DAYS } from '#protocol/frame/embedCode.ts';
import type { Services } from '../services/services.ts';
import type { Release } from '../store/releasedScripts.ts';
import { repeat } from './repeat.ts';

/** @param release undefined before the first build */
export function registerRelease(
	app: FastifyInstance,
	{ store }: Pick<Services, 'store'>,
	release: Release | undefined,
): void {
	app.addHook('onReady', async () => {
		if (!release) return;
		await store.releasedScripts.keep(release, Date.now());
		const kept = await store.releasedScripts.find(release.version);
		if (kept && kept.integrity !== release.integrity)
			app.log.info(
				{ version: release.version },
				'an earlier build of this version is kept as it was, for pages that pin it',
			);
	});
	repeat(app, HOUR, 'released scripts not cleaned up', async () => {
		const now = Date.now();
		if (release) await store.releasedScripts.noteCurrent(release.version, now);
		await store.releasedScripts.deleteBefore(now - PINNED_DAYS * DAY);
	});
}
