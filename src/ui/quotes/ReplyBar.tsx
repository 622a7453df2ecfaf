import { useLingui } from '@lingui/react/macro';
import { IconButton } from '../IconButton.tsx';
import { Quote } from './Quote.tsx';
import styles from './ReplyBar.module.css';

interface Props {
	/** The quoted message on one line. */
	summary: string;
	onCancel: () => void;
}

/** Above a composer: the message that the next one answers. */
export function ReplyBar({ summary, onCancel }: Props) {
	const { t } = useLingui();
	return (
		<div className={styles.bar}>
			<div className={styles.text}>
				<span className={styles.title}>{t`Replying to:`}</span> <Quote summary={summary} />
			</div>
			<IconButton label={t`Cancel reply`} icon="close" onPress={onCancel} />
		</div>
	);
}
