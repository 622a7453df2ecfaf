import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { retryMessage } from '#models/sending.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { dropMessage } from '#models/uploads.ts';
import { Icon } from '#ui/Icon.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import styles from './MessageFailure.module.css';

/** Says that the message could not be sent, and lets the visitor send it again or delete it. */
export function MessageFailure({ message: { key, hasAttachments } }: { message: ShownMessage }) {
	const { t } = useLingui();
	const retry = useSetAtom(retryMessage);
	const drop = useSetAtom(dropMessage);
	const place = useFocusHandover<HTMLDivElement>();
	return (
		<div ref={place} className={styles.failure}>
			<span>{t`Couldn't send, try again`}</span>
			<button
				type="button"
				className={styles.button}
				aria-label={t`Send message again`}
				title={t`Send message again`}
				onClick={() => retry(key)}
			>
				<Icon name="retry" />
			</button>
			{/* A file has its own button. */}
			{!hasAttachments && (
				<button
					type="button"
					className={styles.button}
					aria-label={t`Delete`}
					title={t`Delete`}
					onClick={() => drop(key)}
				>
					<Icon name="close" />
				</button>
			)}
		</div>
	);
}
