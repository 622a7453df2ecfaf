/**
 * `/desk/preview`: a website's chat as it would be with settings that are not saved, for the
 * administrator who types them. The draft is in the address, so that nothing is stored; only the
 * desk of an administrator of the website's account is answered, and what the frame shows of it can
 * send nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { InboxChange } from '#protocol/application/inboxSettings.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { channelIn } from '../../domain/translations/translations.ts';
import { html } from '#markdown/html.ts';
import { withSettings } from '../../domain/websites/editChannel.ts';
import { isInHours } from '../../domain/messages/isInHours.ts';
import { presentChannelLook } from '../../present/channel.ts';
import type { Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import { deskTokenOfPage } from '../routing/deskRequest.ts';
import { notFound } from '../routing/httpError.ts';
import { policy } from '../routing/securityHeaders.ts';
import { LenientQuery, sendWidget } from './widgetPage.ts';

/** An invalid draft is shown without what is invalid in it, as the agent is still typing. */
const LenientChange = v.object(
	Object.fromEntries(Object.entries(InboxChange.entries).map(([name, rule]) => [name, v.fallback(rule, undefined)])),
) as unknown as v.GenericSchema<unknown, InboxChange>;

export function servePreviewPages(app: FastifyInstance, services: Services): void {
	const { store } = services;

	/**
	 * The website with the draft's settings. Throws 404 for everybody else than its administrators.
	 */
	const findDraft = async (request: FastifyRequest): Promise<Channel> => {
		const { inbox, '*': rest } = request.params as { inbox: string; '*': string };
		const token = deskTokenOfPage(services, request);
		const session = token === undefined ? undefined : await store.deskSessions.findByToken(token);
		const inboxId = Number(inbox);
		if (!session || !Number.isSafeInteger(inboxId)) throw notFound();
		const found = await store.channels.find(inboxId).catch(() => undefined);
		const member = found && (await store.users.findMember(found.account.id, session.user_id));
		if (!found || member?.role !== 'administrator' || found.inbox.removed_at !== null) throw notFound();
		return withSettings(found, readDraft(rest.split('/')[0] ?? ''));
	};

	app.get('/desk/preview', async (_request, reply) => {
		guardFrame(reply, {
			'script-src': "'self'",
			'connect-src': "'self'",
			'frame-src': "'self'",
			'img-src': "'self' https: data:",
		});
		return reply.type('text/html; charset=utf-8').send(
			html`<!doctype html>
				<html lang="en">
					<head>
						<meta charset="utf-8" />
						<meta name="viewport" content="width=device-width, initial-scale=1" />
						<meta name="color-scheme" content="light dark" />
						<title>Preview</title>
						<script type="module" src="/live-chat-widget.js"></script>
					</head>
					<body></body>
				</html> `.text,
		);
	});

	app.get('/desk/preview/:inbox/*', async (request, reply) => {
		const channel = await findDraft(request);
		const query = request.query as Record<string, string>;
		reply.header('Cache-Control', 'no-store');
		if (new URL(request.url, 'http://preview').pathname.endsWith('/widget/channel.json'))
			return presentChannelLook(channelIn(channel, query['locale']), false, isInHours(channel.inbox, Date.now()));
		// The frame neither reads nor changes what this browser remembers of a visitor.
		if (query['user'] !== 'apart') {
			const apart = new URLSearchParams({ ...query, user: 'apart' });
			return reply.redirect(`${request.url.split('?')[0]}?${apart}`);
		}
		return sendWidget(services, request, reply.type('text/html; charset=utf-8'), {
			query: v.parse(LenientQuery, query),
			channel,
			visitor: undefined,
			hasConversation: false,
			hasCampaigns: false,
			directives: { 'connect-src': readableOf(request.host), 'frame-ancestors': "'self'" },
		});
	});
}

/**
 * All that the frame may ask for, and nothing of it is stored: who of the team is online, and the
 * help centre, whose articles a website may show beside the chat.
 */
function readableOf(host: string): string {
	return /^[\w.:[\]-]+$/.test(host) ? `${host}${widgetRoutes.listAgents.path} ${host}/hc/` : "'none'";
}

function readDraft(encoded: string): InboxChange {
	try {
		return v.parse(LenientChange, JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
	} catch {
		throw notFound();
	}
}

function guardFrame(reply: FastifyReply, directives: Record<string, string>): void {
	reply.header(
		'Content-Security-Policy',
		policy({
			'default-src': "'none'",
			...directives,
			'base-uri': "'none'",
			'form-action': "'none'",
			'frame-ancestors': "'self'",
		}),
	);
}
