import { useLingui } from '@lingui/react/macro';
import { FILE_SIZE_MAX } from '#protocol/attachments.ts';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { useRefusalText } from '#ui/attachments/useRefusalText.ts';
import { IconButton } from '#ui/IconButton.tsx';
import type { Draft } from './drafts.ts';
import styles from './FileTray.module.css';

interface Props extends Pick<Draft, 'files' | 'refused'> {
	onRemove: (file: File) => void;
}

/** The files that go with the message, and those that cannot be sent. */
export function FileTray({ files, refused, onRemove }: Props) {
	const { t } = useLingui();
	const writeSize = useFileSize();
	const explain = useRefusalText(FILE_SIZE_MAX);
	return (
		<>
			{refused.length > 0 && (
				<ul className={styles.refused} role="alert">
					{refused.map(({ name, refusal }, index) => (
						// Refusals have no identity but their position.
						<li key={index}>
							<bdi>{name}</bdi>: {explain(refusal)}
						</li>
					))}
				</ul>
			)}
			{files.length > 0 && (
				<ul className={styles.tray} aria-label={t`Files to send`}>
					{files.map((file, index) => (
						<li key={index}>
							<FileRow icon="file" title={file.name} detail={writeSize(file.size)}>
								<IconButton label={t`Remove ${file.name}`} icon="close" onPress={() => onRemove(file)} />
							</FileRow>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
