import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { waitAtom } from './availability.ts';
import { clockTime, hasTimeWords, relativeTime, weekdayName } from './timeWords.ts';

/** How long the visitor has to wait for an answer, as one line (docs/wire.md, Working hours). */
export function useWaitText(): string {
	const { t, i18n } = useLingui();
	const wait = useAtomValue(waitAtom);

	if (wait.kind === 'away') return t`We are away at the moment`;
	if (wait.kind === 'replies') {
		if (wait.replyTime === 'in_a_few_minutes') return t`Typically replies in a few minutes`;
		if (wait.replyTime === 'in_a_day') return t`Typically replies in a day`;
		// Also for a value that this version does not know.
		return t`Typically replies in a few hours`;
	}

	const { timeLeft, timeZone } = wait;
	if (timeLeft.kind === 'unknown' || !hasTimeWords(i18n.locale)) return t`We will be back online in some time`;
	if (timeLeft.kind === 'relative') {
		const when = relativeTime(i18n.locale, timeLeft.count, timeLeft.unit);
		return t({
			message: `We will be back online ${when}`,
			comment: 'when is such as "in 3 hours", "in 50 minutes" or "in 7 days", in your language',
		});
	}
	if (timeLeft.kind === 'time') {
		const time = clockTime(i18n.locale, timeLeft.at, timeZone);
		return timeLeft.isTomorrow
			? t({ message: `We will be back online tomorrow at ${time}`, comment: 'time is such as "09:00 AM"' })
			: t({ message: `We will be back online at ${time}`, comment: 'time is such as "09:00 AM"' });
	}
	const day = timeLeft.weekday;
	const weekday = weekdayName(i18n.locale, day);
	const text = msg({
		message: `We will be back online on ${weekday}`,
		comment: 'weekday is its name alone, such as "Monday". Where that has to be inflected: {day, select, 0 {Sunday} …}',
	});
	return i18n._({ ...text, values: { ...text.values, day } });
}
