/**
 * Where the links in mails to visitors lead (docs/wire.md, Mail that continues a chat):
 * `/continue/…` shows the chat with the session of the conversation, and `/unsubscribe/…` ends such
 * mails.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '#markdown/html.ts';
import { unsubscribe } from '../../domain/contacts/mailAddress.ts';
import { offersEmailCode } from '../../domain/contacts/mailbox.ts';
import { hasProvenMailbox } from '../../domain/contacts/visitor.ts';
import { sessionNameOf } from '../../domain/people/mailLinks.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { msg, type Text } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { policy } from '../routing/securityHeaders.ts';
import { messageDocument } from './messageDocument.ts';
import { sendWidget } from './widgetPage.ts';

const STYLE = readFileSync(new URL('./mailPages.css', import.meta.url), 'utf8');

export function serveMailPages(app: FastifyInstance, services: Services): void {
	const { store, mailLinks } = services;

	/**
	 * The conversation, while it is still of the contact and the session whose link it is. Without
	 * a session where that sees all that its mailbox has: then the visitor proves the mailbox here,
	 * too, so that a mail that is passed on gives nothing away.
	 */
	const findContinued = async (request: FastifyRequest) => {
		const named = await mailLinks.readContinued(tokenOf(request));
		const [conversation] = named ? await store.conversations.listByIds([named.conversation]) : [];
		const [session] = conversation ? await store.sessions.listByIds([conversation.contact_inbox_id]) : [];
		if (!named || !conversation || !session) return undefined;
		const { address } = named;
		// The link names a session that has other names since it has proven its mailbox, and
		// perhaps another contact.
		if (hasProvenMailbox(session) && !session.hmac_verified) {
			const shown = await findChannel(conversation);
			return shown && { ...shown, session: undefined, address };
		}
		if (conversation.contact_id !== named.contact || sessionNameOf(session) !== named.session) return undefined;
		const shown = await findChannel(conversation);
		return shown && { ...shown, session, address };
	};

	const findChannel = async (
		conversation: ConversationRow,
	): Promise<{ channel: Channel; locale: string } | undefined> => {
		const channel = await store.channels.find(conversation.inbox_id);
		if (channel.inbox.removed_at !== null || channel.account.status === 'suspended') return undefined;
		return { channel, locale: chooseLocale(conversation.locale, channel.inbox.locale) };
	};

	app.get('/continue/:token', async (request, reply) => {
		guard(reply);
		const found = await findContinued(request);
		if (!found) return sendGone(request, reply);
		const { channel, session, locale, address } = found;
		const asksCode = session === undefined && offersEmailCode(channel, (await services.readMail()).isSent);
		// Only the site can prove such a user again, and it is not around this page.
		if (session ? session.proven_until !== null : !asksCode) {
			const { website_url } = channel.widget;
			return /^https?:\/\//i.test(website_url) ? reply.redirect(website_url) : sendGone(request, reply);
		}
		// The frame reads its address: what this browser remembers of another visitor stays as it
		// is.
		if ((request.query as Record<string, string>)['user'] !== 'apart')
			return reply.redirect(
				`/continue/${tokenOf(request)}?${new URLSearchParams({ user: 'apart', locale })}` +
					(asksCode ? `#/?${new URLSearchParams({ email: address })}` : ''),
			);
		return sendWidget(services, request, reply, {
			query: { website_token: channel.widget.website_token, view: 'open', locale },
			channel,
			visitor: session,
			hasConversation: session !== undefined,
			hasCampaigns: false,
			directives: { 'frame-ancestors': "'none'" },
		});
	});

	app.get('/unsubscribe/:token', async (request, reply) => {
		guard(reply);
		const found = await mailLinks.readUnsubscribed(tokenOf(request));
		if (!found) return sendGone(request, reply);
		// Programs that look at the links of a mail must not unsubscribe anybody, so a person has
		// to press.
		const button = html`<form method="post">
			<button>${translate(found.locale, msg`Unsubscribe`)}</button>
		</form>`;
		return send(reply, found.locale, {
			title: msg`Unsubscribe`,
			text: msg`Stop emailing you replies from the chat of ${{ website: found.website }}?`,
			button,
		});
	});

	app.post('/unsubscribe/:token', async (request, reply) => {
		guard(reply);
		const found = await mailLinks.readUnsubscribed(tokenOf(request));
		if (!found) return sendGone(request, reply);
		await store.transaction((repositories) => unsubscribe(repositories, found.account, found.address));
		return send(reply, found.locale, { title: msg`You are unsubscribed` });
	});

	app.get('/mail-pages.css', async (_request, reply) =>
		reply.header('Cache-Control', 'max-age=3600').type('text/css; charset=utf-8').send(STYLE),
	);
}

function tokenOf(request: FastifyRequest): string {
	return (request.params as { token: string }).token;
}

/**
 * The address is the permission, so no cache may store the page, and no site may learn the address.
 */
function guard(reply: FastifyReply): void {
	reply.headers({
		'Cache-Control': 'no-store',
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': policy({
			'default-src': "'none'",
			'style-src': "'self'",
			'form-action': "'self'",
			'base-uri': "'none'",
			'frame-ancestors': "'none'",
		}),
		'Referrer-Policy': 'no-referrer',
		'X-Robots-Tag': 'noindex',
	});
}

function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return send(reply.code(404), chooseLocale(...acceptedLanguages(request.headers['accept-language'])), {
		title: msg`This link no longer works`,
		text: msg`It has expired, or is incomplete. You can always write to us on our website.`,
	});
}

interface Content {
	title: Text;
	text?: Text;
	button?: ReturnType<typeof html>;
}

function send(reply: FastifyReply, locale: string, { title, text, button }: Content): FastifyReply {
	return reply.send(
		messageDocument(locale, translate(locale, title), text ? [translate(locale, text)] : [], {
			style: '/mail-pages.css',
			...(button && { content: button }),
		}),
	);
}
