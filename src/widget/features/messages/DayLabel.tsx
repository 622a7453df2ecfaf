import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import styles from './DayLabel.module.css';
import { daysAgo } from './timeline.ts';
import { todayAtom } from './today.ts';

/** "Today", "Yesterday", else the date as the interface language writes it: "Mar 03, 2025". */
export function DayLabel({ seconds }: { seconds: number }) {
	const { t, i18n } = useLingui();
	const days = daysAgo(seconds, useAtomValue(todayAtom));
	const date = i18n.date(new Date(seconds * 1000), { year: 'numeric', month: 'short', day: '2-digit' });
	return <h2 className={styles['label']}>{days === 0 ? t`Today` : days === 1 ? t`Yesterday` : date}</h2>;
}
