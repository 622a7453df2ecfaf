import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { SelectedFile, Refusal } from '#models/fileSelection.ts';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { dismissRefusals, selectedFilesAtom, refusedFilesAtom, removeSelectedFile } from './selectedFiles.ts';
import styles from './SelectedFileTray.module.css';
import { usePreview } from './usePreview.ts';
import { useRefusalText } from './useRefusalText.ts';

interface Props {
	/** A file was removed together with the button that had the focus: the focus goes to the text field. */
	onChange: () => void;
}

/** Above the composer: the files that go with the next message, and those that were refused. */
export function SelectedFileTray({ onChange }: Props) {
	const { t } = useLingui();
	const picks = useAtomValue(selectedFilesAtom);
	const refusals = useAtomValue(refusedFilesAtom);
	return (
		<>
			<div role="alert">{refusals.length > 0 && <Refusals refusals={refusals} onDismiss={onChange} />}</div>
			{picks.length > 0 && (
				<ul className={styles.tray} aria-label={t`Files to send`}>
					{picks.map((picked) => (
						<PickedFile key={picked.id} picked={picked} onRemove={onChange} />
					))}
				</ul>
			)}
		</>
	);
}

function PickedFile({ picked: { id, file }, onRemove }: { picked: SelectedFile; onRemove: () => void }) {
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
		<li className={styles.picked}>
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

function Refusals({ refusals, onDismiss }: { refusals: readonly Refusal[]; onDismiss: () => void }) {
	const { t } = useLingui();
	const dismiss = useSetAtom(dismissRefusals);
	const explain = useRefusalText();

	function close() {
		dismiss();
		onDismiss();
	}

	return (
		<div className={styles.refusals}>
			<ul>
				{refusals.map(({ name, code }, index) => (
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
