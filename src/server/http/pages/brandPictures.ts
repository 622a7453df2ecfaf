/**
 * Default pictures of an installation: beside "Powered by", and as the icon of a pop-out window.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { DAY } from '#protocol/base/duration.ts';

/** A data URL, so that no visitor waits for another request. */
export const LOGO = `data:image/svg+xml,${encodeURI(readFileSync(new URL('./brand/logo.svg', import.meta.url), 'utf8').trim()).replaceAll('#', '%23')}`;

const ICON = readFileSync(new URL('./brand/favicon.ico', import.meta.url));

/** Seconds. */
const MAX_AGE = DAY / 1_000;

export function serveIcon(app: FastifyInstance): void {
	app.get('/favicon.ico', async (_request, reply) => {
		reply.headers({ 'Content-Type': 'image/x-icon', 'Cache-Control': `public, max-age=${MAX_AGE}` });
		return ICON;
	});
}
