/**
 * Changes how the installation sends and fetches mail, for the API and the command alike
 * (docs/operating.md, Mail and webhooks).
 */
import { MAIL_PARTS, type ChangedMailServer, type MailChange } from '#protocol/application/mailRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { isPrivateHost } from '../../base/network/publicHosts.ts';
import { seal } from '../../base/sealed.ts';
import type { SecretKeys } from '../../base/secretKey.ts';
import { listPartsOf, SETTING_OF, type MailEnvironment } from '../../mail/servers/currentMail.ts';
import { isLocal } from '../../mail/servers/mailServer.ts';
import type { StoredMailSettings } from '../../store/receivers/mailSettings.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

export interface MailChangeOptions {
	environment: MailEnvironment;
	secretKeys: SecretKeys;
}

/** Call it in a transaction. Throws a Problem whose code begins with `MAIL_`. */
export async function changeMail(
	store: Repositories,
	change: MailChange,
	{ environment, secretKeys }: MailChangeOptions,
): Promise<void> {
	const isSet = listPartsOf(environment);
	for (const part of MAIL_PARTS)
		if (change[part] !== undefined && isSet.includes(part))
			throw new Problem({ code: 'MAIL_SET_BY_ENVIRONMENT', setting: SETTING_OF[part] });
	const before = await store.mailSettings.lock();
	const columns = (name: 'smtp' | 'imap'): Partial<StoredMailSettings> => {
		const server = change[name];
		if (server === undefined) return {};
		if (server && !environment.mayBePrivate && isPrivateHost(server.host))
			throw new Problem({ code: 'MAIL_HOST_PRIVATE', name, host: server.host });
		return columnsOf(name, server, before, secretKeys);
	};
	const { sender = before.sender, reply_to = before.reply_to } = change;
	const after: StoredMailSettings = {
		...before,
		sender,
		reply_to,
		...columns('smtp'),
		...columns('imap'),
		...(change.imap !== undefined && { imap_folder: change.imap?.folder ?? null }),
	};
	await store.mailSettings.update(after);
	for (const accountId of await store.accounts.listIds())
		await recordChange(store, { accountId, type: 'MailSettings', before, after });
}

/** A password is not kept for another server or user, who might ask for it. */
function columnsOf(
	name: 'smtp' | 'imap',
	server: ChangedMailServer | null,
	before: StoredMailSettings,
	keys: SecretKeys,
): Partial<StoredMailSettings> {
	if (server === null)
		return {
			[`${name}_host`]: null,
			[`${name}_port`]: null,
			[`${name}_security`]: null,
			[`${name}_user`]: null,
			[`${name}_password`]: null,
		};
	const { host, port, security, user, password } = server;
	const isSame =
		host === before[`${name}_host`] &&
		port === before[`${name}_port`] &&
		security === before[`${name}_security`] &&
		user === before[`${name}_user`];
	const kept = before[`${name}_password`];
	if (user !== null && !password && (!isSame || kept === null))
		throw new Problem({ code: 'MAIL_PASSWORD_MISSING', name });
	// It would go over the network in the clear.
	if (user !== null && security === 'none' && !isLocal(host)) throw new Problem({ code: 'MAIL_IN_CLEAR', name });
	const sealed = password ? seal(keys, `${name}_password`, password) : kept;
	return {
		[`${name}_host`]: host,
		[`${name}_port`]: port,
		[`${name}_security`]: security,
		[`${name}_user`]: user,
		[`${name}_password`]: user === null ? null : sealed,
	};
}
