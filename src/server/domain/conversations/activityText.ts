/**
 * The text of an activity message in the channel's language, for clients that read texts and no
 * codes.
 */
import type { Activity } from '#protocol/entities/activities.ts';
import { msg, type Text } from '../../language/msg.ts';

export function activityText(activity: Activity): Text {
	switch (activity.code) {
		case 'reopened':
			return msg`Conversation was reopened by ${{ name: activity.name }}`;
		case 'resolved':
			return msg`Conversation was marked resolved by ${{ name: activity.name }}`;
		case 'pending':
			return msg`Conversation was marked pending by ${{ name: activity.name }}`;
		case 'snoozed':
			return msg`Conversation was snoozed by ${{ name: activity.name }}`;
		case 'ended':
			return msg`${{ name: activity.name }} ended the conversation`;
		case 'assigned':
			return msg`Assigned to ${{ assignee: activity.assignee }} by ${{ name: activity.name }}`;
		case 'team_assigned':
			return msg`Assigned to ${{ team: activity.team }} by ${{ name: activity.name }}`;
		case 'assigned_via_team':
			return msg`Assigned to ${{ assignee: activity.assignee }} via ${{ team: activity.team }} by ${{ name: activity.name }}`;
		case 'team_unassigned':
			return msg`Unassigned from ${{ team: activity.team }} by ${{ name: activity.name }}`;
		case 'auto_assigned':
			return msg`Assigned to ${{ assignee: activity.assignee }} automatically`;
		case 'self_assigned':
			return msg`${{ name: activity.name }} self-assigned this conversation`;
		case 'unassigned':
			return msg`Conversation unassigned by ${{ name: activity.name }}`;
		case 'muted':
			return msg`${{ name: activity.name }} blocked the visitor`;
		case 'unmuted':
			return msg`${{ name: activity.name }} unblocked the visitor`;
		case 'labelled':
			return msg`${{ name: activity.name }} added labels: ${{ labels: activity.labels }}`;
		case 'unlabelled':
			return msg`${{ name: activity.name }} removed labels: ${{ labels: activity.labels }}`;
		case 'prioritised': {
			const text = msg`{name} set the priority to {priority, select, urgent {urgent} high {high} medium {medium} other {low}}`;
			return { ...text, values: { name: activity.name, priority: activity.priority } };
		}
		case 'priority_removed':
			return msg`${{ name: activity.name }} removed the priority`;
		case 'snooze_over':
			return msg`Conversation was reopened by the system: it had been snoozed until now`;
		case 'bot_unreachable':
			return msg`Conversation was opened by the system: the bot cannot be reached`;
		case 'idle': {
			const text = msg`Conversation was marked resolved by the system due to {days, plural, one {# day} other {# days}} of inactivity`;
			return { ...text, values: { days: activity.days } };
		}
	}
}
