/** Login links by mail (docs/application-api.md, Profile and signing in; Agents). */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { DAY } from '#protocol/base/duration.ts';
import { isInTeam } from '../../domain/people/agents.ts';
import { createLoginLink, MAILED_LINK } from '../../domain/people/loginLink.ts';
import { chooseLocale } from '../../language/translate.ts';
import { invitationMail } from '../../mail/invitationMail.ts';
import { loginLinkMail } from '../../mail/loginLinkMail.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Services } from '../../services/services.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { findOwnAgent, lockOwnAgent } from './ownAgent.ts';
import { queueLinkMail, takeLinkMail } from './linkMails.ts';

/** A link is made within so many milliseconds. */
const LINK_PAUSE = 2_000;

interface LinkMail {
	/** Milliseconds for which the link is good. */
	life: number;
	write: (link: string) => Omit<Mail, 'id' | 'to'>;
}

export function loginLinkHandlers(
	services: Services,
): Pick<Handlers<typeof applicationRoutes>, 'requestLoginLink' | 'inviteAgent'> {
	const { store, deliveryWorker, publicUrl } = services;

	const queueLink = async (repositories: Repositories, user: User, { life, write }: LinkMail): Promise<void> => {
		const link = await createLoginLink(repositories, user, publicUrl, { life, asksPassword: true });
		await queueLinkMail(repositories, user, 'login_link', { ...write(link), expiresAt: Date.now() + life });
	};

	/**
	 * Queues a mail with a link if an agent has the address; otherwise does nothing. The pause
	 * keeps others from telling, by how busy the server is then, which it was.
	 */
	const mailLink = async (email: string, locale: string): Promise<void> => {
		await pause(randomInt(LINK_PAUSE));
		await store.transaction(async (repositories) => {
			const user = await repositories.users.findByEmail(email);
			if (!user || !(await isInTeam(repositories, user.id))) return;
			await queueLink(repositories, user, { life: MAILED_LINK, write: (link) => loginLinkMail(locale, link) });
		});
		deliveryWorker.wake();
	};

	return {
		async requestLoginLink({ body: { email, locale }, http }) {
			await takeLinkMail(services, http.ip, email);
			// The answer does not wait for the mail: its duration would tell whether an agent has
			// the address.
			mailLink(email, chooseLocale(locale)).catch((error: unknown) =>
				http.log.error({ err: error }, 'login link not mailed'),
			);
			return { success: true };
		},

		async inviteAgent({ account, member, params, body, http }) {
			const invited = await store.users.find(await findOwnAgent(store, account.id, params.id));
			await takeLinkMail(services, http.ip, invited?.email ?? '');
			await store.transaction(async (repositories) => {
				const user = await repositories.users.find(await lockOwnAgent(repositories, account.id, params.id));
				if (!user) throw notFound();
				const words = { name: member.name, team: account.name };
				const write = (link: string) => invitationMail(chooseLocale(body.locale), words, link);
				await queueLink(repositories, user, { life: DAY, write });
			});
			deliveryWorker.wake();
		},
	};
}
