/** What an agent decides about themselves. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { call } from '../../session/api.ts';
import { updateAgent } from '../../session/session.ts';

export interface Names {
	name: string;
	/** '' where visitors read the name. */
	display_name: string;
}

export const saveNames = atom(null, async (get, set, names: Names) =>
	set(updateAgent, await call(get, applicationRoutes.updateProfile, { body: names })),
);

export const loadSessions = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listDeskSessions, {})).payload,
);

export const endSession = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.endDeskSession, { params: { id } }),
);

export const loadTokens = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listOwnAccessTokens, {})).payload,
);

/** `day`: the first day on which the token no longer works, `2027-01-31`; '' for never. Resolves with the token. */
export const createToken = atom(null, async (get, _set, name: string, day: string) => {
	const expires_at = day === '' ? null : Math.floor(new Date(`${day}T00:00`).getTime() / 1000);
	return (await call(get, applicationRoutes.createOwnAccessToken, { body: { name, expires_at } })).access_token;
});

export const revokeToken = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.revokeOwnAccessToken, { params: { id } }),
);
