import { useLingui } from '@lingui/react/macro';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { fileAddress } from './fileAddress.ts';
import { fileName } from './fileName.ts';
import { FileRow } from './FileRow.tsx';
import { useFileSize } from './useFileSize.ts';

/** A file to download; also a picture or a recording that the browser cannot show. */
export function StoredFile({ attachment }: { attachment: FileAttachment }) {
	const { t } = useLingui();
	const writeSize = useFileSize();
	const address = fileAddress(attachment.data_url);
	return (
		<FileRow
			icon="file"
			title={fileName(attachment.data_url) || t`File Attachment`}
			{...(attachment.file_size > 0 && { detail: writeSize(attachment.file_size) })}
			{...(address && { link: { address, text: t`Download`, isDownload: true } })}
		/>
	);
}
