/**
 * Calls in rooms that exist as soon as a person opens their address, as in Jitsi Meet. Everyone who
 * knows the room's name may join.
 */
import { randomToken } from '../base/randomToken.ts';
import type { CallProvider } from './callProvider.ts';

/** Good enough to try calls; a team that calls visitors daily runs its own server. */
const PUBLIC_SERVER = 'https://meet.jit.si';

/** `url`: address of the rooms, with a path if they have one. */
export function createRoomCalls({ url = PUBLIC_SERVER }: { url: string | undefined }): CallProvider {
	return {
		frameOrigin: new URL(url).origin,

		// Jitsi makes room names lower case, which leaves about 120 of the 144 bits.
		begin: async () => `chat-${randomToken().toLowerCase()}`,

		async join(meetingId, { name }) {
			const room = `${url.replace(/\/$/, '')}/${encodeURIComponent(meetingId)}`;
			// The provider's server does not get the fragment. Its page parses these values as
			// JSON.
			return { url: `${room}#userInfo.displayName=${encodeURIComponent(JSON.stringify(name))}` };
		},
	};
}
