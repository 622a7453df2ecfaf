/**
 * Files that were selected and not sent yet. Their bytes are stored on the device, so that a reload
 * loses none.
 */
import * as v from 'valibot';
import { isAllowedFileType } from '#protocol/entities/attachments.ts';
import { keepFile } from '#client/fileStore.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { FileFacts, readFacts } from './fileFacts.ts';

export const SelectedFile = v.object({
	/** The id under which the bytes are stored; it becomes the message's echo id. */
	id: v.string(),
	file: FileFacts,
});
export type SelectedFile = v.InferOutput<typeof SelectedFile>;

/** A file that is not accepted. */
export interface RejectedFile {
	code: 'TOO_BIG' | 'TYPE_NOT_SUPPORTED';
	name: string;
}

/**
 * Separates the files that may be sent from the others. `maxSize`: bytes; `types`: MIME types, with
 * `*` for all subtypes.
 */
export function validateFiles(files: readonly File[], maxSize: number, types: readonly string[]) {
	const checked = files.map((file) => ({ file, code: findProblemOf(file, maxSize, types) }));
	return {
		accepted: checked.flatMap(({ file, code }) => (code ? [] : [file])),
		rejected: checked.flatMap(({ file: { name }, code }): RejectedFile[] => (code ? [{ code, name }] : [])),
	};
}

/** Stores the files. Resolves when their bytes are stored, and never rejects. */
export function storeFiles(files: readonly File[]): Promise<SelectedFile[]> {
	return Promise.all(
		files.map(async (file) => {
			const id = randomId();
			await keepFile(id, file);
			return { id, file: await readFacts(file) };
		}),
	);
}

function findProblemOf(
	{ size, type }: File,
	maxSize: number,
	types: readonly string[],
): RejectedFile['code'] | undefined {
	if (size > maxSize) return 'TOO_BIG';
	return mayBeAllowed(type, types) ? undefined : 'TYPE_NOT_SUPPORTED';
}

/**
 * Where the browser knows no type, or one that is not registered, the server decides by the file's
 * bytes. Windows names its executables by such a type, and they are never accepted.
 */
function mayBeAllowed(type: string, allowed: readonly string[]): boolean {
	return type === '' || /^application\/(x-(?!msdownload)|octet-stream)/.test(type) || isAllowedFileType(type, allowed);
}
