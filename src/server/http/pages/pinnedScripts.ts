/**
 * `/live-chat-widget.<version>.single.js`: what one version's tag was in one file, also after the
 * server was updated, so that a page's `integrity` stays right (docs/tag.md, A pinned script).
 */
import type { FastifyInstance } from 'fastify';
import { DAY } from '#protocol/base/duration.ts';
import { PINNED_DAYS, PINNED_SCRIPT_FACTS, type SingleScript } from '#protocol/frame/embedCode.ts';
import type { Services } from '../../services/services.ts';
import { notFound } from '../routing/httpError.ts';

/** @param current the server's own version; undefined before the first build */
export function servePinnedScripts(
	app: FastifyInstance,
	{ store }: Pick<Services, 'store'>,
	current: string | undefined,
): void {
	// As semantic versioning writes them: nothing else reaches the database.
	app.get<{ Params: { version: string } }>(
		'/live-chat-widget.:version(^\\d+\\.\\d+\\.\\d+[\\w.+-]*).single.js',
		async (request, reply) => {
			const released = await store.releasedScripts.find(request.params.version);
			if (!released) throw notFound();
			reply.headers({
				'Content-Type': 'text/javascript; charset=utf-8',
				'Cache-Control': `public, max-age=${(PINNED_DAYS * DAY) / 1_000}, immutable`,
			});
			return released.script;
		},
	);

	app.get(PINNED_SCRIPT_FACTS, async (_request, reply): Promise<SingleScript> => {
		const released = current === undefined ? undefined : await store.releasedScripts.find(current);
		if (!released) throw notFound();
		reply.header('Cache-Control', 'no-cache');
		return { src: `/live-chat-widget.${released.version}.single.js`, integrity: released.integrity };
	});
}
