/** Whether visitors may change their contact: an installation can forbid it. */
import type { GlobalConfig } from '#protocol/entities/channel.ts';
import { Problem } from '../../base/problem.ts';

/** Throws PROFILE_CLOSED where visitors may not change what the team knows about them. */
export function checkProfileIsOpen({
	DISABLE_USER_PROFILE_UPDATE: isClosed,
}: Pick<GlobalConfig, 'DISABLE_USER_PROFILE_UPDATE'>): void {
	if (isClosed) throw new Problem({ code: 'PROFILE_CLOSED' });
}
