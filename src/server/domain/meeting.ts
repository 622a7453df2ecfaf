/** Which call a message is about. */
import * as v from 'valibot';
import { ContentAttributes, type ContentAttributesOf } from '#protocol/contentTypes.ts';
import { refuse } from '../http/refusal.ts';
import type { MessageRow } from '../store/schema.ts';

export function aboutMeeting(meetingId: string): ContentAttributesOf<'integrations'> {
	return { type: 'dyte', data: { meeting_id: meetingId } };
}

/** The call provider's id. 422 when the message is not about a call. */
export function meetingOf(message: MessageRow): string {
	const attributes = v.safeParse(ContentAttributes.integrations, message.content_attributes);
	if (message.content_type !== 'integrations' || !attributes.success) {
		throw refuse(422, 'Invalid message type. Action not permitted');
	}
	return attributes.output.data.meeting_id;
}
