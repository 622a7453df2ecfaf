/**
 * `npm run admin -- read-bounce`, into which mail servers pipe what comes back (docs/operating.md,
 * Mail and webhooks).
 */
import { existsSync } from 'node:fs';
import { describeError } from '../base/describeError.ts';
import { readSecretKeys, secretKeyFile } from '../base/secretKey.ts';
import { SettingError, type Settings } from '../base/settings.ts';
import { noteUnknownAddress } from '../domain/contacts/mailAddress.ts';
import { createMailLinks } from '../domain/people/mailLinks.ts';
import { readBounce } from '../mail/readBounce.ts';
import { openDatabase } from '../openDatabase.ts';
import type { Operation } from './operation.ts';

/**
 * Bytes that are read of a mail. Reports come before the mail that they are about, which may be
 * long.
 */
const LENGTH_MAX = 256 * 1024;

/** Of sysexits.h: the mail server keeps the mail and tries again. */
const EX_TEMPFAIL = 75;

export const bounceOperations: Record<string, Operation> = {
	'read-bounce': {
		usage: '',
		async run(settings) {
			try {
				return await noteBounce(settings, await readMail());
			} catch (error) {
				throw new SettingError(`The bounce is not read: ${describeError(error)}`, EX_TEMPFAIL);
			}
		},
	},
};

/** Reads on to the end: the mail server would take unread input for a failure. */
async function readMail(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
		if (length < LENGTH_MAX) chunks.push(chunk);
		length += chunk.length;
	}
	return Buffer.concat(chunks).subarray(0, LENGTH_MAX);
}

/**
 * Anybody may write to the address for bounces, so only what is about a mail of ours to the same
 * address counts.
 */
async function noteBounce(settings: Settings, mail: Uint8Array): Promise<string> {
	const bounce = await readBounce(mail);
	if (!bounce) return 'Nothing is noted: the mail is no bounce.';
	const links = createMailLinks(existingKeys(settings));
	const addressed = bounce.token === undefined ? undefined : await links.readBounced(bounce.token);
	if (!addressed) return 'Nothing is noted: the bounce is about no mail that this server has sent to a visitor.';
	const { conversation: conversationId, address } = addressed;
	const recipients = bounce.recipients.filter((recipient) => recipient.address.toLowerCase() === address.toLowerCase());
	const [recipient] = recipients;
	if (!recipient) return `Nothing is noted: the mail went to ${address}, of which the bounce says nothing.`;
	const unknown = recipients.find(({ isUnknown }) => isUnknown);
	if (!unknown) return `Nothing is noted: there may be an address ${address} (${recipient.what}).`;
	const store = await openDatabase(settings, { mayUpgrade: false });
	try {
		const isNoted = await store.transaction(async (repositories) => {
			const [conversation] = await repositories.conversations.listByIds([conversationId]);
			return conversation && noteUnknownAddress(repositories, conversation.contact_id, address);
		});
		return isNoted
			? `Noted at the contact: no mail arrives at ${address} (${unknown.what}).`
			: `Nothing is noted: the contact has another address than ${address} by now, wants no mail, or is deleted.`;
	} finally {
		await store.close();
	}
}

/**
 * The server's: a key that is made for the purpose has signed nothing, and every bounce would be
 * none of ours.
 */
function existingKeys(settings: Settings) {
	if (settings.SECRET_KEY === undefined && !existsSync(secretKeyFile(settings.DATA_DIR)))
		throw new SettingError(`there is no key in ${settings.DATA_DIR}: set the server's DATA_DIR or SECRET_KEY`);
	return readSecretKeys(settings);
}
