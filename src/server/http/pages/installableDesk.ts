/**
 * What makes the desk an app that agents install: its manifest with icons, and its service worker
 * (`src/desk/serviceWorker`).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DESK_SCOPE, DESK_WORKER, type DeskShell } from '#protocol/deskWorker.ts';
import { DAY } from '#protocol/base/duration.ts';
import { languageTag, textDirection } from '#protocol/base/locales.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { Services } from '../../services/services.ts';
import { filesOf, readDeskWorker, type PageFiles } from '../routing/builtFiles.ts';
import { notFound } from '../routing/httpError.ts';
import { policy } from '../routing/securityHeaders.ts';

export const DESK_MANIFEST = '/desk/manifest.webmanifest';

/** The desk's canvas (`src/desk/theme.css`), around which the system draws its bars. */
export const DESK_COLORS = { light: '#f6f6f4', dark: '#131416' };

/** Maskable ones reach the edge, since systems cut a shape of their own out of them. */
const ICONS = [
	{ src: '/desk/icon.svg', sizes: 'any', type: 'image/svg+xml' },
	{ src: '/desk/icon-192.png', sizes: '192x192', type: 'image/png' },
	{ src: '/desk/icon-512.png', sizes: '512x512', type: 'image/png' },
	{ src: '/desk/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const PICTURES = [...ICONS.map(({ src }) => src), '/desk/icon-180.png', '/desk/badge-96.png'];

/** Seconds. */
const MAX_AGE = DAY / 1_000;

/** An invalid locale counts as missing. */
const WorkerQuery = v.fallback(v.object({ locale: v.optional(v.string()) }), {});

export function serveInstallableDesk(app: FastifyInstance, { globalConfig }: Services): void {
	app.get(DESK_MANIFEST, { config: { hasETag: true } }, async (request, reply) => {
		const locale = chooseLocale(...acceptedLanguages(request.headers['accept-language']));
		const name = translate(locale, msg`Agent desk`);
		reply.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'application/manifest+json; charset=utf-8',
			Vary: 'Accept-Language',
		});
		return JSON.stringify({
			id: DESK_SCOPE,
			start_url: DESK_SCOPE,
			scope: DESK_SCOPE,
			name: [globalConfig.INSTALLATION_NAME, name].filter(Boolean).join(' – '),
			short_name: name,
			lang: languageTag(locale),
			dir: textDirection(locale),
			display: 'standalone',
			theme_color: DESK_COLORS.light,
			background_color: DESK_COLORS.light,
			icons: ICONS,
		});
	});

	app.get(DESK_WORKER, { config: { hasETag: true } }, async (request, reply) => {
		const locale = chooseLocale(v.parse(WorkerQuery, request.query).locale);
		const files = filesOf('src/desk/main.ts', `catalogs:desk/${locale}`);
		const worker = await readDeskWorker();
		if (!files || worker === undefined) throw notFound();
		reply.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'text/javascript; charset=utf-8',
			// The desk is above the folder of the script, so the browser wants to be told that it
			// may serve it.
			'Service-Worker-Allowed': DESK_SCOPE,
			'Content-Security-Policy': policy({
				'default-src': "'none'",
				'connect-src': "'self'",
				'img-src': "'self'",
				'require-trusted-types-for': "'script'",
			}),
		});
		return `const SHELL=${JSON.stringify(describeShell(files))};\n${worker}`;
	});

	for (const address of PICTURES) {
		app.get(address, async (_request, reply) => {
			const type = address.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
			reply.headers({ 'Content-Type': type, 'Cache-Control': `public, max-age=${MAX_AGE}` });
			return readFile(new URL(`./brand${address}`, import.meta.url));
		});
	}
}

function describeShell({ modules, styles }: PageFiles): DeskShell {
	const files = [...modules, ...styles];
	return { version: createHash('sha256').update(files.join()).digest('hex').slice(0, 12), files };
}
