import { useLingui } from '@lingui/react/macro';
import { FILE_SIZE_MAX } from '#protocol/attachments.ts';
import type { SelectedFile, Refusal } from '#models/fileSelection.ts';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './FileTray.module.css';

interface Props {
	picks: readonly SelectedFile[];
	refusals: readonly Refusal[];
	/** Called with the id of the file. */
	onRemove: (id: string) => void;
}

/** The files that go with the message, and those that cannot be sent. */
export function FileTray({ picks, refusals, onRemove }: Props) {
	const { t } = useLingui();
	const writeSize = useFileSize();
	const explain = useRefusalText(FILE_SIZE_MAX);
	return (
		<>
			{refusals.length > 0 && (
				<ul className={styles.refused} role="alert">
					{refusals.map(({ name, code }, index) => (
						// Refusals have no identity but their position.
						<li key={index}>
							<bdi>{name}</bdi>: {explain(code)}
						</li>
					))}
				</ul>
			)}
			{picks.length > 0 && (
				<ul className={styles.tray} aria-label={t`Files to send`}>
					{picks.map(({ id, file }) => (
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
