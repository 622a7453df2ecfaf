import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { IconButton } from '#ui/IconButton.tsx';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { fitPicture } from '#ui/attachments/fitPicture.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import type { OutboxEntry } from '#models/outboxEntry.ts';
import type { FileFacts } from '#models/fileFacts.ts';
import { uploadSharesAtom } from '#models/uploads.ts';
import styles from './PendingFile.module.css';
import { cancelUpload } from './previews.ts';
import { usePreview } from './usePreview.ts';
import { useRefusalText } from './useRefusalText.ts';

/**
 * A file that the server does not have yet: its progress, or why it was refused, with buttons to
 * cancel or try again.
 */
export function PendingFile({ entry: { echoId, state, failure }, file }: { entry: OutboxEntry; file: FileFacts }) {
	const { t } = useLingui();
	const cancel = useSetAtom(cancelUpload);
	const writeSize = useFileSize();
	const explain = useRefusalText();
	const preview = usePreview(echoId, file.width !== undefined);
	const label = state === 'failed' ? t`Remove ${file.name}` : t`Cancel the upload of ${file.name}`;
	const button = <IconButton label={label} icon="close" onPress={() => cancel(echoId)} />;
	const status =
		state === 'in_progress' ? (
			<Progress echoId={echoId} name={file.name} />
		) : (
			failure && <span>{explain(failure)}</span>
		);
	if (!preview) {
		return (
			<FileRow icon="file" title={file.name} detail={status || writeSize(file.size)}>
				{button}
			</FileRow>
		);
	}
	return (
		<div className={styles.pending}>
			<img className={styles.image} src={preview} alt={file.name} {...fitPicture(file.width, file.height)} />
			<div className={styles.bar}>
				<span className={styles.status}>{status}</span>
				{button}
			</div>
		</div>
	);
}

function Progress({ echoId, name }: { echoId: string; name: string }) {
	const { t, i18n } = useLingui();
	const share = useAtomValue(uploadSharesAtom).get(echoId) ?? 0;
	const percent = i18n.number(share, { style: 'percent', maximumFractionDigits: 0 });
	return (
		<span className={styles.progress}>
			<span>
				{t`Uploading...`} {percent}
			</span>
			<progress className={styles.meter} value={share} aria-label={`${t`Uploading...`} ${name}`} />
		</span>
	);
}
