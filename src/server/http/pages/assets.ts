/**
 * Serves built files: the loader at its permanent address, and everything that it imports under
 * `/packs`, with content hashes.
 */
import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_DIR } from '../routing/builtFiles.ts';
import { allowEveryOrigin } from '../routing/crossOrigin.ts';
import { servePinnedScripts } from './pinnedScripts.ts';
import { serveStrictDemoPage, STRICT_DEMO_FILE } from './strictDemoPage.ts';
import { ROOT } from '../../base/programs/root.ts';
import type { Services } from '../../services/services.ts';

const DEMO_DIR = `${ROOT}demo`;
/**
 * What else is in that folder: sources for people to read, and what the demo's database begins
 * with.
 */
const NO_PAGES = ['bot/**', 'cms/**', 'frameworks/**', 'help/**'];

/**
 * Options for `sendFile`, which sets these headers only for files that exist: a header that we set
 * ourselves would let browsers cache a missing file for a year.
 */
const CACHED = {
	/**
	 * Browsers revalidate it after five minutes, and mostly get the answer that nothing has
	 * changed.
	 */
	loader: { cacheControl: true, maxAge: '5m' },
	hashed: { cacheControl: true, maxAge: '1y', immutable: true },
};

/**
 * For a page whose script has lost its `type`, as some optimisers remove it: what is a module
 * cannot even say so there.
 */
const WITHOUT_TYPE = `console.warn('live-chat-widget: type="module" is missing in <script type="module" src=…>; the chat is loaded nevertheless');
import(document.currentScript.src);
`;

interface Builds {
	isDemo: boolean;
	/** The product's own; undefined before the first build. */
	version: string | undefined;
	/** Folder with `packs/` of former builds (jobs/retainOldBuild.ts). */
	formerBuilds: string | undefined;
}

export async function serveAssets(
	app: FastifyInstance,
	services: Pick<Services, 'store'>,
	{ isDemo, version, formerBuilds }: Builds,
): Promise<void> {
	if (formerBuilds !== undefined) mkdirSync(formerBuilds, { recursive: true });
	await app.register(async (assets) => {
		assets.addHook('onRequest', async (_request, reply) => allowEveryOrigin(reply));
		await assets.register(fastifyStatic, {
			root: formerBuilds === undefined ? PUBLIC_DIR : [PUBLIC_DIR, formerBuilds],
			// One route for all files, so that files of a later build are found as well.
			serve: false,
			preCompressed: true,
			cacheControl: false,
		});
		assets.get('/live-chat-widget.js', ({ headers }, reply) =>
			headers['sec-fetch-dest'] === 'script' && headers['sec-fetch-mode'] === 'no-cors'
				? // A cache that gave it to a module would leave that page without a chat.
					reply.type('text/javascript').header('Cache-Control', 'no-store').send(WITHOUT_TYPE)
				: reply.sendFile('live-chat-widget.js', CACHED.loader),
		);
		// The last one contains the hash of the one before it.
		for (const file of ['live-chat-widget.single.js', 'live-chat-widget.single.json', 'packs/js/sdk.js']) {
			assets.get(`/${file}`, (_request, reply) => reply.sendFile(file, CACHED.loader));
		}
		servePinnedScripts(assets, services, version);
		// The licences of what is part of them.
		assets.get<{ Params: { '*': string } }>('/third-party-notices/*', (request, reply) =>
			reply.sendFile(`third-party-notices/${request.params['*']}`, CACHED.loader),
		);
		assets.get<{ Params: { '*': string } }>('/packs/*', (request, reply) =>
			reply.sendFile(`packs/${request.params['*']}`, CACHED.hashed),
		);
	});

	if (!isDemo) {
		app.get('/', (_request, reply) => reply.redirect('/desk'));
		return;
	}
	await app.register(async (demo) => {
		// These pages stand for those of other sites, so they do not get our policy.
		demo.addHook('onRequest', async (_request, reply) => {
			reply.header('Content-Security-Policy', "frame-ancestors 'self'");
		});
		serveStrictDemoPage(demo, DEMO_DIR);
		await demo.register(fastifyStatic, {
			root: DEMO_DIR,
			wildcard: false,
			// Each file becomes two routes, and what is no page would be most of them.
			globIgnore: [`**/${STRICT_DEMO_FILE}`, ...NO_PAGES],
			cacheControl: false,
			decorateReply: false,
		});
	});
}
