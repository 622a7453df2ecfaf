/** The call that a message is about. */
import * as v from 'valibot';
import { ContentAttributes, type ContentAttributesOf } from '#protocol/entities/contentTypes.ts';
import { Problem } from '../../base/problem.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { ConversationRow, Inbox, MessageRow } from '../../store/tables/schema.ts';

export function callAttributes(meetingId: string): ContentAttributesOf<'integrations'> {
	return { type: 'dyte', data: { meeting_id: meetingId } };
}

/**
 * What an invitation without words of its own says, in the visitor's language: previews, mails and
 * quotes show words alone.
 */
export function callWords({ locale }: Pick<ConversationRow, 'locale'>, inbox: Pick<Inbox, 'locale'>): string {
	return translate(chooseLocale(locale, inbox.locale), msg`Video call`);
}

/** The call provider's id of the call. Throws NO_CALL when the message is not about one. */
export function readMeetingId(message: MessageRow): string {
	const attributes = v.safeParse(ContentAttributes.integrations, message.content_attributes);
	if (message.content_type !== 'integrations' || !attributes.success) {
		throw new Problem({ code: 'NO_CALL' });
	}
	return attributes.output.data.meeting_id;
}
