/** What visitors may say about themselves where the installation keeps their records as they are. */
import type { GlobalConfig } from '#protocol/channel.ts';
import { Problem } from '../base/problem.ts';

/** Throws PROFILE_CLOSED where visitors cannot change what the team knows about them. */
export function checkProfileIsOpen({ DISABLE_USER_PROFILE_UPDATE: isClosed }: GlobalConfig): void {
	if (isClosed) throw new Problem({ code: 'PROFILE_CLOSED' });
}
