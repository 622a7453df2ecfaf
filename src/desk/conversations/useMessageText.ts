import { plural, select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type Activity, readActivity } from '#protocol/entities/activities.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { withoutMentions } from '#protocol/entities/mentions.ts';
import { formatList } from '#protocol/base/formatList.ts';

/**
 * Answers a function that gives the text of a message. A message that the server generated is in
 * the agent's language, since the server's own text is in the channel's; a message of a person is
 * as they wrote it.
 */
export function useMessageText(): (message: Pick<Message, 'content' | 'content_attributes'>) => string {
	const { t, i18n } = useLingui();
	const describe = (activity: Activity): string => {
		switch (activity.code) {
			case 'reopened':
				return t`Conversation was reopened by ${{ name: activity.name }}`;
			case 'resolved':
				return t`Conversation was marked resolved by ${{ name: activity.name }}`;
			case 'pending':
				return t`Conversation was marked pending by ${{ name: activity.name }}`;
			case 'snoozed':
				return t`Conversation was snoozed by ${{ name: activity.name }}`;
			case 'ended':
				return t`${{ name: activity.name }} ended the conversation`;
			case 'assigned':
				return t`Assigned to ${{ assignee: activity.assignee }} by ${{ name: activity.name }}`;
			case 'team_assigned':
				return t`Assigned to ${{ team: activity.team }} by ${{ name: activity.name }}`;
			case 'assigned_via_team':
				return t`Assigned to ${{ assignee: activity.assignee }} via ${{ team: activity.team }} by ${{ name: activity.name }}`;
			case 'team_unassigned':
				return t`Unassigned from ${{ team: activity.team }} by ${{ name: activity.name }}`;
			case 'auto_assigned':
				return t`Assigned to ${{ assignee: activity.assignee }} automatically`;
			case 'self_assigned':
				return t`${{ name: activity.name }} self-assigned this conversation`;
			case 'unassigned':
				return t`Conversation unassigned by ${{ name: activity.name }}`;
			case 'muted':
				return t`${{ name: activity.name }} blocked the visitor`;
			case 'unmuted':
				return t`${{ name: activity.name }} unblocked the visitor`;
			case 'labelled':
				return t`${{ name: activity.name }} added labels: ${{ labels: formatList(activity.labels, i18n.locale) }}`;
			case 'unlabelled':
				return t`${{ name: activity.name }} removed labels: ${{ labels: formatList(activity.labels, i18n.locale) }}`;
			case 'prioritised': {
				const { priority } = activity;
				return t`${{ name: activity.name }} set the priority to ${select(priority, { urgent: 'urgent', high: 'high', medium: 'medium', other: 'low' })}`;
			}
			case 'priority_removed':
				return t`${{ name: activity.name }} removed the priority`;
			case 'snooze_over':
				return t`Conversation was reopened by the system: it had been snoozed until now`;
			case 'bot_unreachable':
				return t`Conversation was opened by the system: the bot cannot be reached`;
			case 'idle': {
				const { days } = activity;
				return t`Conversation was marked resolved by the system due to ${plural(days, { one: '# day', other: '# days' })} of inactivity`;
			}
		}
	};
	return ({ content, content_attributes }) => {
		if (content_attributes['deleted'] === true)
			return content_attributes['deleted_by'] === 'contact'
				? t`The visitor deleted this message`
				: t`This message was deleted`;
		const activity = readActivity(content_attributes);
		return activity ? describe(activity) : withoutMentions(content ?? '');
	};
}
