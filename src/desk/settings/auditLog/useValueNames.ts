import { useLingui } from '@lingui/react/macro';
import { ENABLED_LOCALES, type Locale } from '#protocol/base/locales.ts';
import { useArticleStatus } from '../helpCentre/useArticleStatus.ts';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';

type Names = Readonly<Record<string, string>>;

/**
 * A function that answers what the settings call a value of a field; the value itself where a
 * person has typed it.
 */
export function useValueNames(field: string): (value: string) => string {
	const { t } = useLingui();
	const status: Names = useArticleStatus();
	const names: Readonly<Record<string, Names>> = {
		role: { agent: t`Agent`, administrator: t`Administrator` },
		status,
		reply_time: {
			in_a_few_minutes: t`Typically replies in a few minutes`,
			in_a_few_hours: t`Typically replies in a few hours`,
			in_a_day: t`Typically replies in a day`,
		},
		features: {
			attachments: t`Attachments`,
			emoji_picker: t`Emoji picker`,
			end_conversation: t`End the conversation`,
			use_inbox_avatar_for_bot: t`Use the website’s logo for bots`,
		},
		attribute_model: { contact_attribute: t`Contact`, conversation_attribute: t`Conversation` },
	};
	const isLanguage = field.includes('locale');
	return (value) =>
		isLanguage && ENABLED_LOCALES.includes(value as Locale) ? nameOfLanguage(value) : (names[field]?.[value] ?? value);
}
