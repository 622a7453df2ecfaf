/** The call that a message is about. */
import * as v from 'valibot';
import { ContentAttributes, type ContentAttributesOf } from '#protocol/contentTypes.ts';
import { Problem } from '../base/problem.ts';
import type { MessageRow } from '../store/schema.ts';

export function callAttributes(meetingId: string): ContentAttributesOf<'integrations'> {
	return { type: 'dyte', data: { meeting_id: meetingId } };
}

/** The call provider's id of the call. Throws NO_CALL when the message is not about one. */
export function readMeetingId(message: MessageRow): string {
	const attributes = v.safeParse(ContentAttributes.integrations, message.content_attributes);
	if (message.content_type !== 'integrations' || !attributes.success) {
		throw new Problem({ code: 'NO_CALL' });
	}
	return attributes.output.data.meeting_id;
}
