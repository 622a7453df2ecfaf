/** Login links by mail (docs/application-api.md, Profile and signing in). */
import { randomUUID } from 'node:crypto';
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { isInTeam } from '../../domain/agents.ts';
import { createLoginLink, MAILED_LINK } from '../../domain/loginLink.ts';
import { chooseLocale } from '../../language/translate.ts';
import { loginLinkMail } from '../../mail/loginLinkMail.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Services } from '../../services/services.ts';
import { linkLimits } from '../rateLimits.ts';
import { notFound } from '../httpError.ts';
import { takeQuota } from '../takeQuota.ts';
import type { Handlers } from '../registerRoutes.ts';

export function loginLinkHandlers(services: Services): Pick<Handlers<typeof applicationRoutes>, 'requestLoginLink'> {
	const { store, deliveryWorker, rateLimits } = services;

	/** Queues a mail with a link if an agent has the address; otherwise does nothing. */
	const mailLink = async (email: string, origin: string, locale: string): Promise<void> => {
		await store.transaction(async (repositories) => {
			const user = await repositories.users.findByEmail(email);
			if (!user || !(await isInTeam(repositories, user.id))) return;
			const link = await createLoginLink(repositories, user, origin, MAILED_LINK);
			const id = randomUUID();
			const mail: Mail = {
				...loginLinkMail(locale, link),
				id,
				to: { name: user.name, address: user.email },
				expiresAt: Date.now() + MAILED_LINK,
			};
			await repositories.deliveries.insert({
				receiver_type: 'mail',
				receiver_id: 0,
				conversation_id: null,
				contact_inbox_id: null,
				subject: `link ${id}`,
				event: 'login_link',
				payload: JSON.stringify(mail),
			});
		});
		deliveryWorker.wake();
	};

	return {
		async requestLoginLink({ body: { email, locale }, http }) {
			if (!services.mailsLinks) throw notFound();
			for (const limit of linkLimits(http.ip, email)) await takeQuota(rateLimits, limit, 1);
			// The answer does not wait for the mail: its duration would tell whether an agent has the address.
			mailLink(email, services.publicUrl, chooseLocale(locale)).catch((error: unknown) =>
				http.log.error({ err: error }, 'login link not mailed'),
			);
			return { success: true };
		},
	};
}
