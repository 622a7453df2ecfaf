/** Codes by mail, with which a visitor goes on at another device (docs/wire.md). */
import { randomInt } from 'node:crypto';
import { plainDigits } from '#protocol/base/plainDigits.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isSameSecret } from '../../base/isSameSecret.ts';
import { Problem } from '../../base/problem.ts';
import { requireCaptcha } from '../../domain/contacts/captcha.ts';
import { offersEmailCode, proveMailbox, readMailbox, requireNoUser } from '../../domain/contacts/mailbox.ts';
import type { Visitor } from '../../domain/contacts/visitor.ts';
import { checkProfileIsOpen } from '../../domain/people/profile.ts';
import { chooseLocale } from '../../language/translate.ts';
import { emailCodeMail } from '../../mail/emailCodeMail.ts';
import { presentVisitorContact } from '../../present/contact.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { queueLinkMail } from '../people/linkMails.ts';
import { emailCodeLimits, emailCodeTries } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { takeQuota } from '../routing/takeQuota.ts';

/** Milliseconds for which a code is good. */
const CODE_LIFE = 10 * MINUTE;

/** How often one code can be tried. */
const TRIES = 5;

export function visitorMailboxHandlers(
	services: Services,
): Pick<Handlers<typeof widgetRoutes>, 'requestEmailCode' | 'confirmEmailCode'> {
	const { store, deliveryWorker, globalConfig, mailLinks, quotas, rateLimits, readMail, visitorTokens } = services;

	const requireOffer = async ({ channel, session }: Visitor): Promise<ContactRow> => {
		checkProfileIsOpen(globalConfig);
		if (!offersEmailCode(channel, (await readMail()).isSent)) throw new Problem({ code: 'EMAIL_CODE_CLOSED' });
		return requireNoUser(store, session);
	};

	return {
		/**
		 * Mails the code whether or not a contact has the address, so that neither the answer nor
		 * its duration tells which.
		 */
		async requestEmailCode({ visitor, body, query, http }) {
			const { channel, session } = visitor;
			const contact = await requireOffer(visitor);
			const email = readMailbox(body.email);
			if (email === null) throw new Problem({ code: 'EMAIL_INVALID' });
			await requireCaptcha(store, visitor);
			const { ofNetwork, ofAddress } = emailCodeLimits(http.ip, email);
			await takeQuota(rateLimits, ofNetwork, 1);
			for (const limit of ofAddress) await takeQuota(quotas, limit, 1);
			if (contact.blocked) return;
			const code = String(randomInt(1_000_000)).padStart(6, '0');
			const expiresAt = Date.now() + CODE_LIFE;
			const mail = emailCodeMail(chooseLocale(query.locale, channel.inbox.locale), channel.inbox.name, code);
			await store.transaction(async (repositories) => {
				await repositories.emailCodes.put({
					contact_inbox_id: session.id,
					email,
					code_hash: mailLinks.hashCode(session, code),
					expires_at: expiresAt,
				});
				await queueLinkMail(repositories, { name: '', email }, 'email_code', { ...mail, expiresAt });
			});
			deliveryWorker.wake();
		},

		async confirmEmailCode({ visitor, body, http }) {
			const { session } = visitor;
			await requireOffer(visitor);
			// Counted before it is compared, and outside of what follows, which may be undone.
			const found = await store.emailCodes.try(session.id, TRIES);
			if (!found) throw new Problem({ code: 'EMAIL_CODE_OVER' });
			const { ofNetwork, ofAddress } = emailCodeTries(http.ip, found.email);
			await takeQuota(rateLimits, ofNetwork, 1);
			await takeQuota(quotas, ofAddress, 1);
			const typed = plainDigits(body.code).replaceAll(/\D/g, '');
			if (!isSameSecret(mailLinks.hashCode(session, typed), found.code_hash))
				throw new Problem({ code: found.tries < TRIES ? 'EMAIL_CODE_WRONG' : 'EMAIL_CODE_OVER' });
			await quotas.giveBack(ofAddress.quota, ofAddress.who, 1);
			const proven = await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
				if (!(await repositories.emailCodes.spend(found))) throw new Problem({ code: 'EMAIL_CODE_OVER' });
				return proveMailbox(repositories, publish, visitor, found.email);
			});
			return {
				...presentVisitorContact(proven.contact),
				has_proven_email: true as const,
				widget_auth_token: await visitorTokens.sign(proven.session),
			};
		},
	};
}
