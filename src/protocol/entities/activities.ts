/**
 * What an activity message tells the team, as a code: the program that draws it puts it into the
 * reader's language.
 */
import * as v from 'valibot';
import { Priority } from './entities.ts';

export const Activity = v.variant('code', [
	/** `ended`: the visitor ended the conversation. An agent or a bot causes all others. */
	v.object({
		code: v.picklist([
			'reopened',
			'resolved',
			'pending',
			'snoozed',
			'ended',
			'self_assigned',
			'unassigned',
			'muted',
			'unmuted',
			'priority_removed',
		]),
		name: v.string(),
	}),
	v.object({ code: v.literal('auto_assigned'), assignee: v.string() }),
	v.object({ code: v.literal('assigned'), name: v.string(), assignee: v.string() }),
	v.object({ code: v.picklist(['team_assigned', 'team_unassigned']), name: v.string(), team: v.string() }),
	v.object({ code: v.literal('assigned_via_team'), name: v.string(), assignee: v.string(), team: v.string() }),
	v.object({ code: v.picklist(['labelled', 'unlabelled']), name: v.string(), labels: v.array(v.string()) }),
	v.object({ code: v.literal('prioritised'), name: v.string(), priority: Priority }),
	v.object({ code: v.picklist(['snooze_over', 'bot_unreachable']) }),
	v.object({ code: v.literal('idle'), days: v.number() }),
]);
export type Activity = v.InferOutput<typeof Activity>;

/**
 * Reads it from the message's `content_attributes`. Undefined for a message that only has its text.
 */
export function readActivity(contentAttributes: { readonly activity?: unknown }): Activity | undefined {
	const { success, output } = v.safeParse(Activity, contentAttributes.activity);
	return success ? output : undefined;
}
