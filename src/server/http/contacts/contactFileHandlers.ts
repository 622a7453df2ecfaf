/** Contacts as files (docs/application-api.md, Contacts). */
import { buffer } from 'node:stream/consumers';
import type { contactRoutes } from '#protocol/application/contactRoutes.ts';
import { noteExport, noteImport } from '../../domain/contacts/contactFiles.ts';
import { importContact } from '../../domain/contacts/importContact.ts';
import { storableText } from '../../base/cleanBody.ts';
import { Problem } from '../../base/problem.ts';
import { commit, type Services } from '../../services/services.ts';
import type { ContactsChosen } from '../../store/contacts/contactList.ts';
import { httpErrorOf } from '../routing/problems.ts';
import { decodeTable } from '../routing/csv.ts';
import { HttpError, invalid, notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { archiveOf } from './contactArchive.ts';
import { columnsOf, headOf, toCsvRows, readContacts, type CsvRow } from './contactCsv.ts';
import { presentingContacts } from './presentingContacts.ts';
import { readCriteria } from './readCriteria.ts';

type FileHandlers = Pick<Handlers<typeof contactRoutes>, 'exportContact' | 'exportContacts' | 'importContacts'>;

/** Contacts that are read, or written in one transaction, at a time. */
const AT_ONCE = 100;
/** Bytes. */
const IMPORT_MAX = 2_000_000;

export function contactFileHandlers(services: Services): FileHandlers {
	const { store, files } = services;
	const present = presentingContacts(services);

	async function* writeContacts(accountId: number, chosen: ContactsChosen): AsyncGenerator<string> {
		const definitions = await store.attributeDefinitions.list(accountId);
		const keys = columnsOf(
			definitions
				.filter(({ attribute_model }) => attribute_model === 'contact_attribute')
				.map(({ attribute_key }) => attribute_key),
		);
		yield headOf(keys);
		let after = 0;
		for (;;) {
			const contacts = await store.contactList.listAfter(accountId, chosen, after, AT_ONCE);
			const ids = contacts.map(({ id }) => id);
			const labels = await store.contactLabels.listOf(ids);
			const proven = await store.sessions.listProvenContactIds(ids);
			yield toCsvRows(
				contacts.map((contact) => ({
					contact,
					labels: labels.get(contact.id) ?? [],
					isProven: proven.includes(contact.id),
				})),
				keys,
			);
			after = ids.at(-1) ?? after;
			if (contacts.length < AT_ONCE) return;
		}
	}

	/** The text of an uploaded file, which is deleted. */
	const readFile = async (signedId: string): Promise<string> => {
		const blob = await files.findAttachable(signedId);
		try {
			if (blob.byte_size > IMPORT_MAX) throw new Problem({ code: 'FILE_TOO_BIG' });
			const bytes = await files.read(blob);
			if (!bytes) throw new Problem({ code: 'FILE_NOT_AVAILABLE' });
			return storableText(decodeTable(await buffer(bytes)));
		} finally {
			await files.remove([blob]);
		}
	};

	const importRows = async (accountId: number, rows: readonly CsvRow[]) =>
		commit(services, { accountId, key: `import ${accountId}` }, async (repositories, publish) => {
			const report = { created: 0, updated: 0, refused: [] as { line: number; reason: string }[] };
			for (const { line, read } of rows) {
				if (typeof read === 'string') {
					report.refused.push({ line, reason: read });
					continue;
				}
				try {
					report[await importContact(repositories, publish, accountId, read)] += 1;
				} catch (error) {
					if (!(error instanceof Problem)) throw error;
					const refusal = httpErrorOf(error);
					const { message } = refusal instanceof HttpError ? (refusal.body as { message?: string }) : {};
					report.refused.push({ line, reason: message ?? error.message });
				}
			}
			return report;
		});

	/**
	 * Does it while the report is read, since on a busy database it takes longer than a request may
	 * wait for its answer.
	 */
	async function* importAll(accountId: number, rows: readonly CsvRow[]): AsyncGenerator<string> {
		let [created, updated, told] = [0, 0, 0];
		yield '{"refused":[';
		for (let start = 0; start < rows.length; start += AT_ONCE) {
			const report = await importRows(accountId, rows.slice(start, start + AT_ONCE));
			created += report.created;
			updated += report.updated;
			for (const refused of report.refused) yield `${told++ === 0 ? '' : ','}${JSON.stringify(refused)}`;
		}
		yield `],"created":${created},"updated":${updated}}\n`;
	}

	return {
		async exportContact({ account, params, reply }) {
			const [contact] = await present([await store.contacts.require(account.id, params.id)]);
			if (!contact) throw notFound();
			reply.header('Content-Disposition', `attachment; filename="contact-${contact.id}.zip"`);
			await store.transaction((repositories) => noteExport(repositories, account.id, contact.id));
			return archiveOf(services, contact, account.id);
		},

		async exportContacts({ account, body: { payload, label, q: text }, reply }) {
			const criteria = await readCriteria(store, account.id, payload);
			reply.header('Content-Disposition', 'attachment; filename="contacts.csv"');
			await store.transaction((repositories) => noteExport(repositories, account.id));
			return writeContacts(account.id, { criteria, labels: label ? [label.toLowerCase()] : [], text });
		},

		async importContacts({ account, body }) {
			const rows = readContacts(await readFile(body.import_file));
			if (rows.length === 0) throw invalid('Import file has no contacts', ['import_file']);
			await store.transaction((repositories) => noteImport(repositories, account.id, rows.length));
			return importAll(account.id, rows);
		},
	};
}
