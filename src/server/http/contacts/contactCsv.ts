/** Contacts as CSV, to and from spreadsheets (docs/application-api.md, Contacts). */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import * as v from 'valibot';
import { facts } from '#protocol/application/contactRoutes.ts';
import { IMPORTED_CONTACTS_MAX, STORED_COLUMNS, TOLD_COLUMNS } from '#protocol/application/contacts/importColumns.ts';
import { labelTitles } from '#protocol/application/labelRoutes.ts';
import { attributeNamed } from '../../domain/contacts/attributes.ts';
import type { ImportedContact } from '../../domain/contacts/importContact.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { csvOf, delimiterOf } from '../routing/csv.ts';
import { type HttpError, invalid } from '../routing/httpError.ts';

/** Characters that are parsed at a time, so that others have their turn in between. */
const PARSED_AT_ONCE = 32_768;

const FACTS = ['name', 'email', 'phone_number', 'identifier'] as const;
const COLUMNS: readonly string[] = [...TOLD_COLUMNS.slice(0, 1), ...STORED_COLUMNS, ...TOLD_COLUMNS.slice(1)];
/** What a country's code looks like; anything else is its name. */
const COUNTRY_CODE = /^[a-z]{2}$/i;
/** What people call a column, beside its name. */
const HEADINGS: Readonly<Record<string, string>> = {
	full_name: 'name',
	email_address: 'email',
	mail: 'email',
	phone: 'phone_number',
	telephone: 'phone_number',
	mobile: 'phone_number',
	company: 'company_name',
	organization: 'company_name',
	organisation: 'company_name',
	external_id: 'identifier',
	user_id: 'identifier',
	town: 'city',
	country_code: 'country',
	label: 'labels',
	tags: 'labels',
};

/** The sign that `cellOf` puts before what looks like a formula. */
const MARKED = /(?<=^|[;\t\r\n])'(?=[ "']*[=+\-@\t\r])/g;

export interface CsvContact {
	contact: ContactRow;
	labels: readonly string[];
	/** Whether a site has proven that a visitor is this person. */
	isProven: boolean;
}

/** Names of custom attributes that may get a column each: those that no other column has. */
export function columnsOf(keys: readonly string[]): string[] {
	return keys.filter((key) => !COLUMNS.includes(key));
}

/** @param keys from `columnsOf` */
export function headOf(keys: readonly string[]): string {
	return csvOf([[...COLUMNS, ...keys]]);
}

export function toCsvRows(contacts: readonly CsvContact[], keys: readonly string[]): string {
	return csvOf(
		contacts.map(({ contact, labels, isProven }) => [
			contact.id,
			...FACTS.map((column) => contact[column]),
			contact.additional_attributes['company_name'],
			contact.additional_attributes['city'],
			contact.additional_attributes['country_code'] ?? contact.additional_attributes['country'],
			labels.join(' '),
			isProven,
			contact.blocked,
			new Date(contact.created_at).toISOString(),
			contact.last_activity_at === null ? '' : new Date(contact.last_activity_at).toISOString(),
			...keys.map((key) => attributeNamed(contact.custom_attributes, key)),
		]),
	);
}

interface Refusal {
	reason: string;
	/** The column that is wrong; undefined where the line names no person. */
	column?: string;
}

export interface CsvRow {
	/** Of the file, from 1. */
	line: number;
	/** What is wrong with it, or the contact. */
	read: Refusal | ImportedContact;
}

/** A file of contacts, as it was sent. */
export interface ContactTable {
	text: string;
	/**
	 * Names of columns in place of the headings, as far as there are any; that of '' is left out.
	 */
	columns?: readonly string[] | undefined;
}

/** The headings of a table, and how its columns are read. Throws as `countContacts`. */
export async function readHeadings(table: ContactTable): Promise<{ headings: string[]; columns: string[] }> {
	let read = { headings: [] as string[], columns: [] as string[] };
	await parseCsv(table, 1, (headings, columns) => (read = { headings, columns })).next();
	return read;
}

/** Throws 422 for a file that is no CSV, has no line of names, no contacts, or too many. */
export async function countContacts(table: ContactTable): Promise<number> {
	let count = 0;
	// One more tells that there are too many.
	for await (const { info } of parseCsv(table, IMPORTED_CONTACTS_MAX + 1)) count = info.records;
	if (count > IMPORTED_CONTACTS_MAX)
		throw invalid(`Import file has too many contacts (maximum is ${IMPORTED_CONTACTS_MAX})`, ['import_file']);
	if (count === 0) throw withoutContacts();
	return count;
}

export function withoutContacts(): HttpError {
	return invalid('Import file has no contacts', ['import_file']);
}

/** The first contacts of a table, or all, a few at a time. Throws as `countContacts`. */
export async function* readContacts(table: ContactTable, atOnce: number, max?: number): AsyncGenerator<CsvRow[]> {
	let rows: CsvRow[] = [];
	for await (const { record, info } of parseCsv(table, max)) {
		rows.push({ line: info.lines, read: readContact(record) });
		if (rows.length < atOnce) continue;
		yield rows;
		rows = [];
	}
	if (rows.length > 0) yield rows;
}

interface ParsedRow {
	record: Record<string, string>;
	/** The file's lines up to its end, and contacts. */
	info: { lines: number; records: number };
}

/** @param max rows after which it ends; undefined for all */
async function* parseCsv(
	{ text, columns: given }: ContactTable,
	max?: number,
	onHead: (headings: string[], columns: string[]) => void = () => {},
): AsyncGenerator<ParsedRow> {
	const delimiter = delimiterOf(text.slice(0, PARSED_AT_ONCE));
	const parser = parse({
		bom: true,
		delimiter,
		columns: (names: string[]) => {
			const headings = names.map((name) => plain(name.trim()));
			const columns = headings.map((heading, index) => given?.[index] ?? columnOf(heading));
			onHead(headings, columns);
			return columns.map((name) => name || false);
		},
		info: true,
		relax_column_count: true,
		skip_empty_lines: true,
		...(max !== undefined && { to: max }),
		// Cells are trimmed anyway; a parser that trims takes tabs between them for blanks.
		trim: delimiter !== '\t',
	});
	try {
		for await (const row of Readable.from(piecesOf(text)).pipe(parser)) yield row as ParsedRow;
	} catch (error) {
		if (error instanceof CsvError) throw invalid(`Import file is no CSV: ${error.message}`, ['import_file']);
		throw error;
	}
}

async function* piecesOf(text: string): AsyncGenerator<string> {
	for (let start = 0; start < text.length; start += PARSED_AT_ONCE) {
		yield text.slice(start, start + PARSED_AT_ONCE);
		await setImmediate();
	}
}

function readContact(record: Record<string, string>): Refusal | ImportedContact {
	const cells = Object.entries(record).map(([name, cell]) => [name, plain(cell.trim())] as const);
	const given = new Map(cells.filter(([name, cell]) => name !== '' && cell !== ''));
	const take = (name: string): string | undefined => {
		const cell = given.get(name);
		given.delete(name);
		return cell;
	};
	for (const name of TOLD_COLUMNS) given.delete(name);
	const own = Object.fromEntries(FACTS.map((name) => [name, take(name)]).filter(([, cell]) => cell !== undefined));
	if (FACTS.every((name) => name === 'name' || !(name in own)))
		return { reason: 'needs an email, a phone_number or an identifier' };
	const company = take('company_name');
	const city = take('city');
	const country = take('country');
	const additional = {
		...(company !== undefined && { company_name: company }),
		...(city !== undefined && { city }),
		...(country !== undefined && (COUNTRY_CODE.test(country) ? { country_code: country.toUpperCase() } : { country })),
	};
	const titles = take('labels')?.split(/[\s,]+/);
	const labels = v.safeParse(v.optional(labelTitles), titles);
	if (!labels.success) return { reason: `labels ${labels.issues[0].message}`, column: 'labels' };
	const read = v.safeParse(facts, {
		...own,
		...(Object.keys(additional).length > 0 && { additional_attributes: additional }),
		...(given.size > 0 ? { custom_attributes: Object.fromEntries(given) } : {}),
	});
	if (read.success) return { facts: read.output, labels: labels.output };
	const [issue] = read.issues;
	const path = v.getDotPath(issue) ?? '';
	return { reason: `${path} ${issue.message}`.trim(), column: path.split('.').at(-1) ?? '' };
}

/**
 * The name of a known column, whose heading people write as they like ("E-Mail", "Phone number");
 * any other as it is.
 */
function columnOf(heading: string): string {
	const name = heading
		.toLowerCase()
		.replace('e-mail', 'email')
		.replaceAll(/[\s-]+/g, '_');
	return COLUMNS.includes(name) ? name : (HEADINGS[name] ?? heading);
}

/** Without the signs that an export has put before what looks like a formula. */
function plain(cell: string): string {
	return cell.replaceAll(MARKED, '');
}
