import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { canWriteAtom, hasEndedAtom } from '../../features/conversation/conversation.ts';
import styles from './EndNoticeView.module.css';

/**
 * Says that the conversation has ended. The live region is always in the page, so that screen
 * readers announce it.
 */
export function EndNoticeView() {
	const { t } = useLingui();
	const hasEnded = useAtomValue(hasEndedAtom);
	const canWrite = useAtomValue(canWriteAtom);
	return (
		<div role="status" className={styles.place}>
			{hasEnded && (
				<p className={styles.text}>
					{t`This conversation has ended.`} {canWrite && t`Send another message to continue it.`}
				</p>
			)}
		</div>
	);
}
