import { useLingui } from '@lingui/react/macro';
import { ENABLED_LOCALES, type Locale } from '#protocol/base/locales.ts';
import { useArticleStatus } from '../helpCentre/useArticleStatus.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';
import { useChoiceNames } from '../parts/useChoiceNames.ts';

type Names = Readonly<Record<string, string>>;

/**
 * A function that answers what the settings call a value of a field; the value itself where a
 * person has typed it.
 */
export function useValueNames(field: string): (value: string) => string {
	const { t } = useLingui();
	const status: Names = useArticleStatus();
	const { replyTimes, features } = useChoiceNames();
	const names: Readonly<Record<string, Names>> = {
		role: { agent: t`Agent`, administrator: t`Administrator` },
		status,
		reply_time: replyTimes,
		features,
		attribute_model: { contact_attribute: t`Contact`, conversation_attribute: t`Conversation` },
	};
	const isLanguage = field.includes('locale');
	return (value) =>
		isLanguage && ENABLED_LOCALES.includes(value as Locale) ? nameOfLanguage(value) : (names[field]?.[value] ?? value);
}
