import { useLingui } from '@lingui/react/macro';
import { FILE_SIZE_MAX } from '#protocol/attachments.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import type { FileRefusal } from './fileRefusal.ts';

/** In the words that visitors read too. */
export function useFileRefusalText(): (refusal: FileRefusal) => string {
	const { t } = useLingui();
	const limit = useFileSize()(FILE_SIZE_MAX);
	const texts: Record<FileRefusal, string> = {
		TOO_BIG: t`File exceeds the ${limit} attachment limit`,
		TYPE_NOT_SUPPORTED: t`Files of this type cannot be sent`,
	};
	return (refusal) => texts[refusal];
}
