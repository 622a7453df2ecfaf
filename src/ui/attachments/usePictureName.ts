import { useLingui } from '@lingui/react/macro';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { fileName } from './fileName.ts';

/** Answers a function that gives a picture's accessible name. */
export function usePictureName(): (attachment: FileAttachment) => string {
	const { t } = useLingui();
	return ({ data_url }) => {
		const name = fileName(data_url);
		return name === '' ? t`Picture message` : t`Picture message: ${name}`;
	};
}
