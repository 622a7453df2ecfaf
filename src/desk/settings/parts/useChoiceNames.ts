import { useLingui } from '@lingui/react/macro';
import type { Feature, ReplyTime } from '#protocol/entities/channel.ts';

/** What the settings call a website's choices, in their forms and in the audit log. */
export function useChoiceNames() {
	const { t } = useLingui();
	const replyTimes: Readonly<Record<ReplyTime, string>> = {
		in_a_few_minutes: t`Typically replies in a few minutes`,
		in_a_few_hours: t`Typically replies in a few hours`,
		in_a_day: t`Typically replies in a day`,
	};
	const features: Readonly<Record<Feature, string>> = {
		attachments: t`Attachments`,
		emoji_picker: t`Emoji picker`,
		end_conversation: t`End the conversation`,
		use_inbox_avatar_for_bot: t`Use the website’s logo for bots`,
	};
	return { replyTimes, features };
}
