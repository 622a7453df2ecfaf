import { Trans, useLingui } from '@lingui/react/macro';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import type { SelectedFile, RejectedFile } from '#models/fileSelection.ts';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './FileTray.module.css';

interface Props {
	selectedFiles: readonly SelectedFile[];
	rejectedFiles: readonly RejectedFile[];
	/** Called with the id of the file. */
	onRemove: (id: string) => void;
}

/** The files that go with the message, and those that cannot be sent. */
export function FileTray({ selectedFiles, rejectedFiles, onRemove }: Props) {
	const { t } = useLingui();
	const writeSize = useFileSize();
	const explain = useRefusalText(FILE_SIZE_MAX);
	return (
		<>
			{rejectedFiles.length > 0 && (
				<ul className={styles.rejected} role="alert">
					{rejectedFiles.map((file, index) => {
						const name = <bdi>{file.name}</bdi>;
						const content = explain(file.code);
						return (
							// Rejected files have no identity but their position.
							<li key={index}>
								<Trans>
									{name}: {content}
								</Trans>
							</li>
						);
					})}
				</ul>
			)}
			{selectedFiles.length > 0 && (
				<ul className={styles.tray} aria-label={t`Files to send`}>
					{selectedFiles.map(({ id, file }) => (
						<li key={id}>
							<FileRow icon="file" title={file.name} detail={writeSize(file.size)}>
								<IconButton label={t`Remove ${file.name}`} icon="close" onPress={() => onRemove(id)} />
							</FileRow>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
