/** Tables for spreadsheets. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { attributeText } from '../../domain/contacts/attributes.ts';

/**
 * A spreadsheet would take for a formula what begins like this, also after what it may take for the
 * end of a cell. Quotes and spaces may stand before it.
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

/** A file of such lines. Without the mark Excel takes it for one in the machine's own encoding. */
export async function* asSpreadsheet(table: AsyncIterable<string> | string): AsyncGenerator<string> {
	let mark = '\uFEFF';
	for await (const line of typeof table === 'string' ? [table] : table) {
		yield mark + line;
		mark = '';
	}
}

/**
 * The text of a file that a spreadsheet has saved: UTF-8, UTF-16, or Windows' code page for western
 * Europe, which any bytes can be that are neither.
 */
export function decodeTable(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/**
 * The sign between the cells: the one that stands most often in the line of names, outside of
 * quotes.
 */
export function delimiterOf(table: string): string {
	const [head = ''] = table
		.replaceAll(/"(?:[^"]|"")*"/g, '')
		.trimStart()
		.split(/[\r\n]/);
	const count = (sign: string) => head.split(sign).length;
	return [',', ';', '\t'].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
}

/** What a handler answers as a file, as the stream to send. @param type its MIME type */
export function streamOf(type: string, body: unknown): Readable {
	// A stream itself, since it has to be destroyed where a download breaks off before it was read.
	if (body instanceof Readable) return body;
	return Readable.from(
		type.startsWith('text/csv')
			? asSpreadsheet(body as AsyncIterable<string> | string)
			: (body as AsyncIterable<Uint8Array | string>),
	);
}
