/** What visitors may say about themselves where the installation keeps their records as they are (specification section 1). */
import type { GlobalConfig } from '#protocol/channel.ts';
import { refuse } from '../http/refusal.ts';

/** Throws 403 where visitors cannot change what the team knows about them. */
export function checkProfileIsOpen({ DISABLE_USER_PROFILE_UPDATE: isClosed }: GlobalConfig): void {
	if (isClosed) throw refuse(403, 'Visitors cannot change their profile', 'PROFILE_UPDATE_DISABLED');
}
