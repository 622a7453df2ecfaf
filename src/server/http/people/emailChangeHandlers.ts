/**
 * A person's own new address, which they prove by a mailed link (docs/application-api.md, Profile
 * and signing in).
 */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { confirmAddress, createAddressLink } from '../../domain/people/addressLink.ts';
import { MAILED_LINK } from '../../domain/people/loginLink.ts';
import { mailboxOf } from '../../domain/contacts/mailAddress.ts';
import { chooseLocale } from '../../language/translate.ts';
import { addressChangedMail, addressLinkMail } from '../../mail/addressMails.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import type { User } from '../../store/tables/schema.ts';
import { invalid } from '../routing/httpError.ts';
import { linkAttemptLimits } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { limitAttempts } from './limitAttempts.ts';
import { queueLinkMail, requireLinkMails, takeLinkMail } from './linkMails.ts';
import { requireProof } from './proveCaller.ts';

export function emailChangeHandlers(
	services: Services,
): Pick<Handlers<typeof applicationRoutes>, 'requestEmailChange' | 'confirmEmailChange'> {
	const { store, deliveryWorker, publicUrl } = services;

	/** Queues a mail with a link if no user has the address; otherwise does nothing. */
	const mailLink = async (user: User, email: string, locale: string): Promise<void> => {
		await store.transaction(async (repositories) => {
			if (await repositories.users.findByEmail(email)) return;
			const link = await createAddressLink(repositories, user.id, email, publicUrl);
			const mail = { ...addressLinkMail(locale, link), expiresAt: Date.now() + MAILED_LINK };
			await queueLinkMail(repositories, { name: user.name, email }, 'address_link', mail);
		});
		deliveryWorker.wake();
	};

	return {
		async requestEmailChange({ user, credential, body: { email, current_password, locale }, http }) {
			await requireLinkMails(services);
			if (email.toLowerCase() === user.email) throw invalid('Email is your address already', ['email']);
			await requireProof(services, user, credential, { current_password });
			// By mailbox, whose owner is not proven, since one has many addresses.
			await takeLinkMail(services, http.ip, mailboxOf(email));
			// The answer does not wait for the mail: its duration would tell whether a user has the
			// address.
			mailLink(user, email, chooseLocale(locale)).catch((error: unknown) =>
				http.log.error({ err: error }, 'link to a new address not mailed'),
			);
			return { success: true };
		},

		async confirmEmailChange({ user, accessToken, body: { email, token, locale }, http }) {
			// The former address could not be told.
			await requireLinkMails(services);
			const confirm = () =>
				store.transaction(async (repositories) => {
					if (!(await confirmAddress(repositories, user, email, token))) return undefined;
					await queueLinkMail(repositories, user, 'address_changed', addressChangedMail(chooseLocale(locale)));
					return repositories.users.find(user.id);
				});
			const changed = await limitAttempts(services, linkAttemptLimits(http.ip), confirm);
			if (!changed) throw invalid('Link is spent, has expired or is another person’s', ['token']);
			deliveryWorker.wake();
			return presentProfile(store, changed, accessToken);
		},
	};
}
