import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { SelectedFile, RejectedFile } from '#models/fileSelection.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { dismissRejected, selectedFilesAtom, rejectedFilesAtom, removeSelectedFile } from './selectedFiles.ts';
import styles from './SelectedFileTray.module.css';
import { usePreview } from './usePreview.ts';
import { useRefusalText } from './useRefusalText.ts';

interface Props {
	/**
	 * A file was removed together with the button that had the focus: the focus goes to the text
	 * field.
	 */
	onChange: () => void;
}

/** Above the composer: the files that go with the next message, and those that were refused. */
export function SelectedFileTray({ onChange }: Props) {
	const { t } = useLingui();
	const selectedFiles = useAtomValue(selectedFilesAtom);
	const rejectedFiles = useAtomValue(rejectedFilesAtom);
	return (
		<>
			<div role="alert">
				{rejectedFiles.length > 0 && <RejectedFiles rejectedFiles={rejectedFiles} onDismiss={onChange} />}
			</div>
			{selectedFiles.length > 0 && (
				<ul className={styles.tray} aria-label={t`Files to send`}>
					{selectedFiles.map((selected) => (
						<SelectedFileRow key={selected.id} selected={selected} onRemove={onChange} />
					))}
				</ul>
			)}
		</>
	);
}

function SelectedFileRow({ selected: { id, file }, onRemove }: { selected: SelectedFile; onRemove: () => void }) {
	const { t } = useLingui();
	const remove = useSetAtom(removeSelectedFile);
	const writeSize = useFileSize();
	const hasPicture = file.width !== undefined;
	const preview = usePreview(id, hasPicture);

	function takeBack() {
		remove(id);
		onRemove();
	}

	return (
		<li className={styles.selected}>
			<span className={styles.picture}>
				{hasPicture ? preview && <img src={preview} alt="" /> : <Icon name="file" />}
			</span>
			<span className={styles.facts}>
				<bdi className={styles.name} title={file.name}>
					{file.name}
				</bdi>
				<span className={styles.size}>{writeSize(file.size)}</span>
			</span>
			<IconButton label={t`Remove ${file.name}`} icon="close" onPress={takeBack} />
		</li>
	);
}

function RejectedFiles({
	rejectedFiles,
	onDismiss,
}: {
	rejectedFiles: readonly RejectedFile[];
	onDismiss: () => void;
}) {
	const { t } = useLingui();
	const dismiss = useSetAtom(dismissRejected);
	const explain = useRefusalText();

	function close() {
		dismiss();
		onDismiss();
	}

	return (
		<div className={styles.rejected}>
			<ul>
				{rejectedFiles.map(({ name, code }, index) => (
					<li key={index}>
						<bdi className={styles.name} title={name}>
							{name}
						</bdi>{' '}
						<span>{explain(code)}</span>
					</li>
				))}
			</ul>
			<IconButton label={t`Dismiss`} icon="close" onPress={close} />
		</div>
	);
}
