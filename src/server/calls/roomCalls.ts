/** Calls in rooms that exist as soon as a person opens their address, as in Jitsi Meet. Knowing the room's name is the permission. */
import { randomToken } from '../base/randomToken.ts';
import type { CallProvider } from './callProvider.ts';

/** Everybody may try it; a team that calls visitors daily runs its own. */
const PUBLIC_SERVER = 'https://meet.jit.si';

/** `url`: where rooms are, with a path where there is one. */
export function createRoomCalls({ url = PUBLIC_SERVER }: { url: string | undefined }): CallProvider {
	return {
		frameOrigin: new URL(url).origin,

		// Jitsi makes room names lower case, which leaves about 120 of the 144 bits.
		begin: async () => `chat-${randomToken().toLowerCase()}`,

		async join(meetingId, { name }) {
			const room = `${url.replace(/\/$/, '')}/${encodeURIComponent(meetingId)}`;
			// The provider's server does not see the fragment; its page reads these as JSON.
			return { url: `${room}#userInfo.displayName=${encodeURIComponent(JSON.stringify(name))}` };
		},
	};
}
