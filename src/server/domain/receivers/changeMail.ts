/**
 * Changes how the installation sends and fetches mail, for the API and the command alike
 * (docs/operating.md, Mail and webhooks).
 */
import { MAIL_PARTS, type ChangedMailServer, type MailChange } from '#protocol/application/mailRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { isPrivateHost } from '../../base/network/publicHosts.ts';
import { seal, unseal } from '../../base/sealed.ts';
import type { SecretKeys } from '../../base/secretKey.ts';
import { createDkimKey } from '../../mail/servers/dkimKey.ts';
import { listPartsOf, SETTING_OF, type MailEnvironment } from '../../mail/servers/currentMail.ts';
import { isLocal } from '../../mail/servers/mailServer.ts';
import type { StoredMailSettings } from '../../store/receivers/mailSettings.ts';
import type { Store } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

export interface MailChangeOptions {
	environment: MailEnvironment;
	secretKeys: SecretKeys;
}

/** Throws a Problem whose code begins with `MAIL_`. */
export async function changeMail(
	store: Pick<Store, 'transaction'>,
	change: MailChange,
	{ environment, secretKeys }: MailChangeOptions,
): Promise<void> {
	const isSet = listPartsOf(environment);
	for (const part of MAIL_PARTS)
		if (change[part] !== undefined && isSet.includes(part))
			throw new Problem({ code: 'MAIL_SET_BY_ENVIRONMENT', setting: SETTING_OF[part] });
	// Outside of the transaction, since it takes a while.
	const newKey = change.dkim ? await createDkimKey() : '';
	await store.transaction(async (repositories) => {
		const before = await repositories.mailSettings.lock();
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
			...keyColumns(change.dkim, before, newKey, secretKeys),
		};
		await repositories.mailSettings.update(after);
		for (const accountId of await repositories.accounts.listIds())
			await recordChange(repositories, { accountId, type: 'MailSettings', before, after });
	});
}

/** The stored key stays while it has the same name, since DNS has its other half. */
function keyColumns(
	dkim: MailChange['dkim'],
	before: StoredMailSettings,
	newKey: string,
	keys: SecretKeys,
): Partial<StoredMailSettings> {
	if (dkim === undefined) return {};
	if (dkim === null) return { dkim_selector: null, dkim_key: null };
	const { dkim_selector, dkim_key } = before;
	const isKept =
		dkim.selector === dkim_selector && dkim_key !== null && unseal(keys, 'dkim_key', dkim_key) !== undefined;
	return isKept ? {} : { dkim_selector: dkim.selector, dkim_key: seal(keys, 'dkim_key', newKey) };
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
