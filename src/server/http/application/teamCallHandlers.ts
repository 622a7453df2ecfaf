/** Video calls for the team. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { notFound } from '../httpError.ts';
import type { Handlers } from '../registerRoutes.ts';
import { readMeetingId } from '../../domain/callMeeting.ts';
import { shownNameOf } from '../../domain/shownName.ts';
import type { Services } from '../../services/services.ts';
import { findVisible } from './teamConversationHandlers.ts';

export function teamCallHandlers({ store, calls }: Services): Pick<Handlers<typeof applicationRoutes>, 'joinCall'> {
	return {
		async joinCall({ account, member, body }) {
			const message = await store.messages.findInAccount(account.id, body.message_id);
			if (!message) throw notFound();
			const conversation = await store.conversations.find(message.conversation_id);
			await findVisible(store, { type: 'User', member }, conversation.display_id);
			return calls.join(readMeetingId(message), {
				id: `user-${member.user_id}`,
				name: shownNameOf(member),
				avatarUrl: member.avatar_url,
				isAgent: true,
			});
		},
	};
}
