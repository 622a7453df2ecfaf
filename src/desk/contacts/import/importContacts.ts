/** Contacts from a file. The verbs reject with a RequestError. */
import { atom, type Getter } from 'jotai/vanilla';
import * as v from 'valibot';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { ImportReport } from '#protocol/application/contactRoutes.ts';
import { IMPORT_STEP } from '#protocol/application/contacts/importColumns.ts';
import { networkError } from '#client/rest.ts';
import { saveFile } from '#client/receiveFile.ts';
import { withFile } from '#client/upload.ts';
import { account, call } from '../../session/api.ts';

/** Bytes of a file that are sent for its first lines. */
const BEGINNING = 1_000_000;
/** Milliseconds without any news. */
const TIMEOUT = 120_000;

/** The first lines of a file, as they would be stored. */
export const previewImport = atom(
	null,
	async (get, _set, file: File, columns: readonly string[] | undefined, signal: AbortSignal) => {
		const send = withFile('import_file', await beginningOf(file), { onProgress() {}, signal, timeout: TIMEOUT });
		return call(get, applicationRoutes.previewImport, inputOf(get, columns), { send });
	},
);

/** @param onProgress called with the lines that are done, and with all */
export const importContacts = atom(
	null,
	async (
		get,
		_set,
		file: File,
		columns: readonly string[],
		onProgress: (done: number, all: number) => void,
		signal: AbortSignal,
	): Promise<ImportReport> => {
		const onAnswer = (text: string): void => {
			const all = Number(/^\{"lines":(\d+)/.exec(text)?.[1] ?? 0);
			onProgress(Math.min(all, (text.split('\n').length - 1) * IMPORT_STEP), all);
		};
		const send = withFile('import_file', asCsv([file]), { onProgress() {}, onAnswer, signal, timeout: TIMEOUT });
		const answer: unknown = await call(get, applicationRoutes.importContacts, inputOf(get, columns), { send });
		const report = v.safeParse(ImportReport, answer);
		// It broke off.
		if (!report.success) throw networkError();
		return report.output;
	},
);

/** Saves what was refused as a table. */
export function saveRefused({ refused }: ImportReport): void {
	const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
	const rows = refused.map(({ line, reason }) => `${line},${quoted(reason)}\r\n`);
	saveFile(new Blob(['\uFEFFline,reason\r\n', ...rows], { type: 'text/csv' }), 'refused.csv');
}

function inputOf(get: Getter, columns: readonly string[] | undefined) {
	// The file itself takes the place of its id.
	const body = { ...(columns && { columns: JSON.stringify(columns) }) } as { import_file: string; columns?: string };
	return { params: account(get), body };
}

/** Whatever the machine takes the file for. */
function asCsv(parts: BlobPart[]): File {
	return new File(parts, 'contacts.csv', { type: 'text/csv' });
}

/** Whole lines, since half a character would be another one. */
async function beginningOf(file: File): Promise<File> {
	if (file.size <= BEGINNING) return asCsv([file]);
	const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
	return asCsv([bytes.subarray(0, bytes.lastIndexOf(10) + 1)]);
}
