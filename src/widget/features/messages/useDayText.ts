import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { daysAgo } from '#models/timeline.ts';
import { todayAtom } from './today.ts';

/**
 * Answers a function that names the day of `seconds`: "Today", "Yesterday", else a date in the
 * interface language: "Mar 03, 2025".
 */
export function useDayText(): (seconds: number) => string {
	const { t, i18n } = useLingui();
	const today = useAtomValue(todayAtom);
	return (seconds) => {
		const days = daysAgo(seconds, today);
		if (days === 0) return t`Today`;
		if (days === 1) return t`Yesterday`;
		return i18n.date(new Date(seconds * 1000), { year: 'numeric', month: 'short', day: '2-digit' });
	};
}
