/** Tables for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import { attributeText } from '../domain/attributes.ts';

/**
 * A spreadsheet would take for a formula what begins like this, also after what it may take for the end of a cell. Quotes and
 * spaces may stand before it.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[ "']*[=+\-@\t\r])/g;
/** A telephone number is none to fear. */
const PHONE = /^\+\d+$/;

export function csvOf(rows: readonly (readonly unknown[])[]): string {
	return stringify(rows.map((row) => row.map(cellOf)));
}

function cellOf(value: unknown): string {
	const text = attributeText(value);
	return PHONE.test(text) ? text : text.replaceAll(FORMULA, "'");
}
