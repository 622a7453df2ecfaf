import { Trans } from '@lingui/react/macro';
import { TextButton } from './TextButton.tsx';
import styles from './WaitingNote.module.css';

export interface WaitingProps {
	hasFailed: boolean;
	retry: () => void;
}

/** In place of what has thrown. */
export const drawFailure = (retry: () => void) => <WaitingNote hasFailed retry={retry} />;

/** In place of what is loading, or could not be loaded. */
export function WaitingNote({ hasFailed, retry }: WaitingProps) {
	return hasFailed ? (
		<p className={styles.note} role="alert">
			<Trans>This could not be loaded.</Trans>{' '}
			<TextButton onPress={retry}>
				<Trans>Try again</Trans>
			</TextButton>
		</p>
	) : (
		<p className={styles.note} role="status">
			<Trans>Loading…</Trans>
		</p>
	);
}
