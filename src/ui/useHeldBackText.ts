import { useLingui } from '@lingui/react/macro';
import { MINUTE } from '#protocol/base/duration.ts';
import { languageTag } from '#protocol/base/locales.ts';

/** Milliseconds that a writer takes for a short time. */
const SHORTLY = 5 * MINUTE;

/**
 * Answers a function that says how long a limit of the server makes a message wait; `till` is
 * milliseconds since the epoch.
 */
export function useHeldBackText(): (till: number) => string {
	const { t, i18n } = useLingui();
	return (till) => {
		if (till - Date.now() <= SHORTLY) return t`Too many messages at once. This one will be sent shortly.`;
		const date = new Date(till);
		const isToday = date.toDateString() === new Date().toDateString();
		const format = (dateStyle?: 'medium') =>
			new Intl.DateTimeFormat(languageTag(i18n.locale), { ...(dateStyle && { dateStyle }), timeStyle: 'short' }).format(
				date,
			);
		return isToday
			? t`A limit has been reached. This message will be sent after ${{ time: format() }}.`
			: t`A limit has been reached. This message will be sent after ${{ moment: format('medium') }}.`;
	};
}
