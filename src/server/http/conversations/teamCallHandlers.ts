/** Video calls for the team. */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { readMeetingId } from '../../domain/conversations/callMeeting.ts';
import { shownNameOf } from '../../domain/contacts/shownName.ts';
import type { Services } from '../../services/services.ts';

export function teamCallHandlers({ calls }: Services): Pick<Handlers<typeof applicationRoutes>, 'joinCall'> {
	return {
		joinCall: async ({ member, message }) =>
			calls.join(readMeetingId(message), {
				id: `user-${member.user_id}`,
				name: shownNameOf(member),
				avatarUrl: member.avatar_url,
				isAgent: true,
			}),
	};
}
