/** Why a file cannot be sent, before anything of it has travelled; the server has the last word. */
import { ALLOWED_FILE_TYPES, FILE_SIZE_MAX, isAllowedFileType } from '#protocol/attachments.ts';

export type FileRefusal = 'TOO_BIG' | 'TYPE_NOT_SUPPORTED';

/** The browser knows no type of some files: those are the server's to judge. */
export function refuseFile({ size, type }: Pick<File, 'size' | 'type'>): FileRefusal | undefined {
	if (size > FILE_SIZE_MAX) return 'TOO_BIG';
	return type === '' || isAllowedFileType(type, ALLOWED_FILE_TYPES) ? undefined : 'TYPE_NOT_SUPPORTED';
}
