/** Checks whether a file can be sent before it is uploaded. The server decides in the end. */
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX, isAllowedFileType } from '#protocol/attachments.ts';

export type FileRefusal = 'TOO_BIG' | 'TYPE_NOT_SUPPORTED';

/** Some files have no type that the browser knows: the server decides about them. */
export function refuseFile({ size, type }: Pick<File, 'size' | 'type'>): FileRefusal | undefined {
	if (size > FILE_SIZE_MAX) return 'TOO_BIG';
	return type === '' || isAllowedFileType(type, ALLOWED_FILE_TYPES) ? undefined : 'TYPE_NOT_SUPPORTED';
}
