import { useLingui } from '@lingui/react/macro';
import { Icon } from '../../ui/Icon.tsx';
import styles from './DropZone.module.css';
import { useFilesBroughtIn } from './useFilesBroughtIn.ts';

/** Takes files that are dropped on the conversation or pasted into it; while they hover, it says so over all of it. */
export function DropZone({ onPicked }: { onPicked: () => void }) {
	const { t } = useLingui();
	const isHovered = useFilesBroughtIn(onPicked);
	if (!isHovered) return null;
	return (
		<div className={styles['zone']}>
			<p className={styles['invitation']}>
				<Icon name="attach" />
				{t`Drop files here to attach them`}
			</p>
		</div>
	);
}
