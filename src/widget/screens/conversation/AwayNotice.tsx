import { useAtomValue } from 'jotai/react';
import styles from './AwayNotice.module.css';
import { awayNoticeAtom } from './awayNoticeAtom.ts';

/**
 * At the end of the conversation, before the visitor writes: the team is away, and when it will be
 * back.
 */
export function AwayNotice() {
	const text = useAtomValue(awayNoticeAtom);
	if (text === '') return null;
	return (
		<p className={styles.notice} role="note" dir="auto">
			{text}
		</p>
	);
}
