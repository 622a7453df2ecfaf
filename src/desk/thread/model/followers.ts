/** Who follows a conversation. The verbs reject with a RequestError. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { account, call } from '../../session/api.ts';

/** By name. */
export const loadFollowers = atom(null, (get, _set, id: number): Promise<readonly TeamAgent[]> =>
	call(get, applicationRoutes.listParticipants, { params: { ...account(get), id } }),
);

/** Has one person follow it, or no longer; resolves with all who do. */
export const setFollowing = atom(null, async (get, set, id: number, userId: number, isFollowing: boolean) => {
	const route = isFollowing ? applicationRoutes.addParticipants : applicationRoutes.removeParticipants;
	await call(get, route, { params: { ...account(get), id }, body: { user_ids: [userId] } });
	return set(loadFollowers, id);
});
