import { useLingui } from '@lingui/react/macro';
import { FILE_SIZE_MAX } from '#protocol/attachments.ts';
import type { FileRefusal } from './fileRefusal.ts';

/** In the words that visitors read too (specification section 8). */
export function useFileRefusalText(): (refusal: FileRefusal) => string {
	const { t } = useLingui();
	const limit = `${FILE_SIZE_MAX / 1024 / 1024} MB`;
	const texts: Record<FileRefusal, string> = {
		TOO_BIG: t`File exceeds the ${limit} attachment limit`,
		TYPE_NOT_SUPPORTED: t`Files of this type cannot be sent`,
	};
	return (refusal) => texts[refusal];
}
