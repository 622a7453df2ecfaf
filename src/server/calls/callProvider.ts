/** What every provider of video calls does for us. */
import type { CallTicket } from '#protocol/entities.ts';
import { createDyteCalls } from './dyteCalls.ts';
import { createRoomCalls } from './roomCalls.ts';

/** A participant, as the others in the call see them. */
export interface Participant {
	/** The same for the same person whenever they join. */
	id: string;
	name: string;
	avatarUrl: string;
	isAgent: boolean;
}

export interface CallProvider {
	/** Origin of the pages that show calls: what our pages must be allowed to frame. */
	readonly frameOrigin: string;
	/** Answers the id of a new call, which goes into the message about it. Throws CALL_REFUSED when the provider refuses. */
	begin(title: string): Promise<string>;
	/** A way in for one person. Throws CALL_REFUSED when the provider refuses. */
	join(meetingId: string, participant: Participant): Promise<CallTicket>;
}

export type CallSettings =
	| { provider: 'jitsi'; url: string | undefined }
	| { provider: 'dyte'; url: string | undefined; organizationId: string; apiKey: string };

export function createCalls(settings: CallSettings): CallProvider {
	return settings.provider === 'jitsi' ? createRoomCalls(settings) : createDyteCalls(settings);
}
