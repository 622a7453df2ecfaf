/** Tells the team what has happened to a conversation, by a line in it. */
import type { Activity } from '#protocol/entities/activities.ts';
import { MessageType } from '#protocol/entities/entities.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { activityText } from './activityText.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { insertMessage, TEXT } from '../messages/insertMessage.ts';

/** Stores an activity message for the team: "Conversation was marked resolved by Ada Lee". */
export async function postActivity(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	activity: Activity,
): Promise<void> {
	const { locale } = await store.channels.findInbox(conversation.inbox_id);
	const content = translate(chooseLocale(locale), activityText(activity));
	const message = await insertMessage(
		store,
		conversation,
		{ ...TEXT, content, contentAttributes: { activity } },
		{
			messageType: MessageType.ACTIVITY,
			isPrivate: false,
			sender: null,
			sessionId: null,
		},
	);
	await publish.messageCreated(conversation, message);
}
