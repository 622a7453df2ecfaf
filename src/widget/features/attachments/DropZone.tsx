import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useFilesBroughtIn } from '#ui/attachments/useFilesBroughtIn.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './DropZone.module.css';
import { selectFiles } from './selectedFiles.ts';

/**
 * Takes files that are dropped on the conversation or pasted into it. While files are dragged, an
 * overlay says so.
 */
export function DropZone({ onPicked }: { onPicked: () => void }) {
	const { t } = useLingui();
	const pick = useSetAtom(selectFiles);
	const isHovered = useFilesBroughtIn((files) => {
		void pick(files);
		onPicked();
	});
	if (!isHovered) return null;
	return (
		<div className={styles.zone}>
			<p className={styles.invitation}>
				<Icon name="attach" />
				{t`Drop files here to attach them`}
			</p>
		</div>
	);
}
