/** Contacts as CSV, to and from spreadsheets (docs/application-api.md, Contacts). */
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { facts } from '#protocol/application/contactRoutes.ts';
import { labelTitles } from '#protocol/application/labelRoutes.ts';
import { attributeNamed } from '../../domain/contacts/attributes.ts';
import type { ImportedContact } from '../../domain/contacts/importContact.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { csvOf, delimiterOf } from '../routing/csv.ts';
import { invalid } from '../routing/httpError.ts';

/** Contacts of one file that the team imports. */
const IMPORTED_CONTACTS_MAX = 1_000;

const FACTS = ['name', 'email', 'phone_number', 'identifier'] as const;
/** What an export says beside the facts; an import ignores it. */
const TOLD = ['id', 'hmac_verified', 'blocked', 'created_at', 'last_activity_at'] as const;
const COLUMNS: readonly string[] = [...TOLD.slice(0, 1), ...FACTS, 'company_name', 'labels', ...TOLD.slice(1)];

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
			labels.join(' '),
			isProven,
			contact.blocked,
			new Date(contact.created_at).toISOString(),
			contact.last_activity_at === null ? '' : new Date(contact.last_activity_at).toISOString(),
			...keys.map((key) => attributeNamed(contact.custom_attributes, key)),
		]),
	);
}

export interface CsvRow {
	/** Of the file, from 1. */
	line: number;
	/** What is wrong with it, or the contact. */
	read: string | ImportedContact;
}

/** Throws 422 for a file that is no CSV, has no line of names, or too many lines. */
export function readContacts(text: string): CsvRow[] {
	const rows = parseCsv(text);
	if (rows.length > IMPORTED_CONTACTS_MAX)
		throw invalid(`Import file has too many contacts (maximum is ${IMPORTED_CONTACTS_MAX})`, ['import_file']);
	return rows.map(({ record, info }) => ({ line: info.lines, read: readContact(record) }));
}

interface ParsedRow {
	record: Record<string, string>;
	info: { lines: number };
}

function parseCsv(text: string): ParsedRow[] {
	const delimiter = delimiterOf(text);
	try {
		return parse(text, {
			bom: true,
			delimiter,
			columns: (names: string[]) => names.map((name) => columnOf(plain(name.trim()))),
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			// One more tells that there are too many.
			to: IMPORTED_CONTACTS_MAX + 1,
			// Cells are trimmed anyway; a parser that trims takes tabs between them for blanks.
			trim: delimiter !== '\t',
		}) as unknown as ParsedRow[];
	} catch (error) {
		if (error instanceof CsvError) throw invalid(`Import file is no CSV: ${error.message}`, ['import_file']);
		throw error;
	}
}

function readContact(record: Record<string, string>): string | ImportedContact {
	const cells = Object.entries(record).map(([name, cell]) => [name, plain(cell.trim())] as const);
	const given = new Map(cells.filter(([name, cell]) => name !== '' && cell !== ''));
	const take = (name: string): string | undefined => {
		const cell = given.get(name);
		given.delete(name);
		return cell;
	};
	for (const name of TOLD) given.delete(name);
	const own = Object.fromEntries(FACTS.map((name) => [name, take(name)]).filter(([, cell]) => cell !== undefined));
	if (FACTS.every((name) => name === 'name' || !(name in own)))
		return 'needs an email, a phone_number or an identifier';
	const company = take('company_name');
	const titles = take('labels')?.split(/[\s,]+/);
	const labels = v.safeParse(v.optional(labelTitles), titles);
	if (!labels.success) return `labels ${labels.issues[0].message}`;
	const read = v.safeParse(facts, {
		...own,
		...(company === undefined ? {} : { additional_attributes: { company_name: company } }),
		...(given.size > 0 ? { custom_attributes: Object.fromEntries(given) } : {}),
	});
	if (read.success) return { facts: read.output, labels: labels.output };
	const [issue] = read.issues;
	return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim();
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
	return COLUMNS.includes(name) ? name : heading;
}

/** Without the signs that an export has put before what looks like a formula. */
function plain(cell: string): string {
	return cell.replaceAll(MARKED, '');
}
