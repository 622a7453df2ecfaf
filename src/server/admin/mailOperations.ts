/**
 * `npm run admin -- read-mail` and `read-bounce`, into which mail servers pipe what arrives
 * (docs/operating.md, Answers by mail, and Bounces).
 */
import { describeError } from '../base/describeError.ts';
import { readExistingKeys } from '../base/secretKey.ts';
import { SettingError, type Settings } from '../base/settings.ts';
import { BOUNCE_MAX, noteUndelivered, readUndelivered } from '../domain/contacts/bounces.ts';
import { createMailLinks } from '../domain/people/mailLinks.ts';
import { MAIL_MAX } from '../mail/received/readMail.ts';
import { openDatabase } from '../openDatabase.ts';
import { receiveMail } from '../services/receiveMail.ts';
import type { Store } from '../store/store.ts';
import type { Operation } from './operation.ts';

/** Of sysexits.h: the mail server returns the mail to its sender. */
const EX_DATAERR = 65;
/** The mail server keeps the mail and tries again. */
const EX_TEMPFAIL = 75;

export const mailOperations: Record<string, Operation> = {
	'read-mail': {
		usage: '',
		async run(settings) {
			const { outcome, says } = await orTemporary('The mail is not read', async () => {
				// One byte more shows that it is too large.
				const mail = await readInput(MAIL_MAX + 1);
				const mailLinks = createMailLinks(readExistingKeys(settings));
				return withStore(settings, (store) => receiveMail({ store, mailLinks }, mail));
			});
			if (outcome === 'refused') throw new SettingError(says, EX_DATAERR);
			return says;
		},
	},

	'read-bounce': {
		usage: '',
		run: (settings) =>
			orTemporary('The bounce is not read', async () => {
				const mail = await readInput(BOUNCE_MAX);
				const undelivered = await readUndelivered(createMailLinks(readExistingKeys(settings)), mail);
				if (typeof undelivered === 'string') return undelivered;
				return withStore(settings, (store) =>
					store.transaction((repositories) => noteUndelivered(repositories, undelivered)),
				);
			}),
	},
};

async function orTemporary<T>(what: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw new SettingError(`${what}: ${describeError(error)}`, EX_TEMPFAIL);
	}
}

async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
	const store = await openDatabase(settings, { mayUpgrade: false });
	try {
		return await work(store);
	} finally {
		await store.close();
	}
}

/** Reads on to the end: the mail server would take unread input for a failure. */
async function readInput(max: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
		if (length < max) chunks.push(chunk);
		length += chunk.length;
	}
	return Buffer.concat(chunks).subarray(0, max);
}
