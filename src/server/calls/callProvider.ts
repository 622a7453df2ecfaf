/** The interface of a provider of video calls. */
import type { CallTicket } from '#protocol/entities/entities.ts';

/** A participant, as the others in the call see them. */
export interface Participant {
	/** A person has the same id in every call. */
	id: string;
	name: string;
	avatarUrl: string;
	isAgent: boolean;
}

export interface CallProvider {
	/** Origin of the call's pages, which our pages have to be allowed to frame. */
	readonly frameOrigin: string;
	/**
	 * Starts a call. Resolves with its id, which is stored in the message about it. Throws
	 * CALL_REFUSED when the provider refuses.
	 */
	begin(title: string): Promise<string>;
	/** Lets one person into a call. Throws CALL_REFUSED when the provider refuses. */
	join(meetingId: string, participant: Participant): Promise<CallTicket>;
}
