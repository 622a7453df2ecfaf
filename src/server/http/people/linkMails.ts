/** Mails by which a person proves who they are: these belong to no account. */
import { randomUUID } from 'node:crypto';
import type { Mail } from '../../mail/mail.ts';
import type { Services } from '../../services/services.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { notFound } from '../routing/httpError.ts';
import { linkLimits } from '../routing/rateLimits.ts';
import { takeQuota } from '../routing/takeQuota.ts';

/** What deliveries of these mails are called. */
type LinkMailEvent = 'login_link' | 'address_link' | 'address_changed' | 'email_code';

/** Throws the refusal of a server that mails no links. */
export async function requireLinkMails({ readMail }: Pick<Services, 'readMail'>): Promise<void> {
	if (!(await readMail()).mailsLinks) throw notFound();
}

/**
 * Throws it too, and RetryLater where the caller has asked for so many links, or so many have been
 * mailed to the address.
 */
export async function takeLinkMail(services: Services, ip: string, email: string): Promise<void> {
	await requireLinkMails(services);
	for (const limit of linkLimits(ip, email)) await takeQuota(services.rateLimits, limit, 1);
}

/** Queues the mail. Wake the worker of deliveries once the transaction has ended. */
export async function queueLinkMail(
	{ deliveries }: Repositories,
	{ name, email }: Pick<User, 'name' | 'email'>,
	event: LinkMailEvent,
	mail: Omit<Mail, 'id' | 'to'>,
): Promise<void> {
	const id = randomUUID();
	const addressed: Mail = { ...mail, id, to: { name, address: email } };
	await deliveries.insertMail(event, addressed, { conversation_id: null, subject: `link ${id}` });
}
