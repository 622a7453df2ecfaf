/** Contacts as files (docs/application-api.md, Contacts). */
import { buffer } from 'node:stream/consumers';
import type { contactRoutes } from '#protocol/application/contactRoutes.ts';
import { IMPORT_STEP } from '#protocol/application/contacts/importColumns.ts';
import { noteExport, noteImport } from '../../domain/contacts/contactFiles.ts';
import { storableText } from '../../base/cleanBody.ts';
import { Problem } from '../../base/problem.ts';
import { commit, type Services, type WriteScope } from '../../services/services.ts';
import type { ContactsChosen } from '../../store/contacts/contactList.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { decodeTable } from '../routing/csv.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { archiveOf } from './contactArchive.ts';
import {
	columnsOf,
	type ContactTable,
	countContacts,
	headOf,
	readContacts,
	readHeadings,
	toCsvRows,
	withoutContacts,
} from './contactCsv.ts';
import { rehearse } from './rehearse.ts';
import { importRows } from './importRows.ts';
import { presentingContacts } from './presentingContacts.ts';
import { readCriteria } from './readCriteria.ts';

type FileHandlers = Pick<
	Handlers<typeof contactRoutes>,
	'exportContact' | 'exportContacts' | 'importContacts' | 'previewImport'
>;

/** Contacts that are read at a time. */
const AT_ONCE = 100;
/** Bytes. */
const IMPORT_MAX = 30_000_000;
/** Lines that are shown before an import. */
const PREVIEWED = 10;

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

	/**
	 * Does it while the report is read, since on a busy database it takes longer than a request may
	 * wait for its answer. A line's end after each step shows how far it has come.
	 */
	async function* importAll(accountId: number, table: ContactTable, count: number): AsyncGenerator<string> {
		let [created, updated, told] = [0, 0, 0];
		yield `{"lines":${count},"refused":[`;
		for await (const rows of readContacts(table, IMPORT_STEP)) {
			const imported = await commit(services, scopeOfImport(accountId), (repositories, publish) =>
				importRows(repositories, publish, accountId, rows),
			);
			for (const { line, ...row } of imported) {
				if ('reason' in row) yield `${told++ === 0 ? '' : ','}${JSON.stringify({ line, ...row })}`;
				else if (row.outcome === 'created') created += 1;
				else updated += 1;
			}
			yield '\n';
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

		async importContacts({ account, body: { import_file, columns } }) {
			const table = { text: await readFile(import_file), columns };
			const count = await countContacts(table);
			await store.transaction((repositories) => noteImport(repositories, account.id, count));
			return importAll(account.id, table, count);
		},

		async previewImport({ account, body: { import_file, columns } }) {
			const table = { text: await readFile(import_file), columns };
			const read = await readHeadings(table);
			const { value: rows } = await readContacts(table, PREVIEWED, PREVIEWED).next();
			if (!rows) throw withoutContacts();
			const lines = await rehearse(services, scopeOfImport(account.id), async (repositories, publish) => {
				const imported = await importRows(repositories, publish, account.id, rows);
				const contacts = imported.flatMap((row) => ('contact' in row ? [row.contact.id] : []));
				const labels = await repositories.contactLabels.listOf(contacts);
				return imported.map((row) =>
					'contact' in row
						? {
								line: row.line,
								outcome: row.outcome,
								...factsOf(row.contact),
								labels: labels.get(row.contact.id) ?? [],
							}
						: row,
				);
			});
			return { ...read, lines };
		},
	};
}

function scopeOfImport(accountId: number): WriteScope {
	return { accountId, key: `import ${accountId}` };
}

function factsOf({ name, email, phone_number, identifier, additional_attributes, custom_attributes }: ContactRow) {
	return { name, email, phone_number, identifier, additional_attributes, custom_attributes };
}
