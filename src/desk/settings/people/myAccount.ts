/** What an agent decides about themselves. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { withFile } from '#client/upload.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { call } from '../../session/api.ts';
import { updateAgent } from '../../session/session.ts';
import { isoDayToSeconds } from '../parts/isoDayToSeconds.ts';

export interface Names {
	name: string;
	/** '' where visitors read the name. */
	display_name: string;
}

export const saveNames = atom(null, async (get, set, names: Names) =>
	set(updateAgent, await call(get, applicationRoutes.updateProfile, { body: names })),
);

/** Null removes it. */
export const savePicture = atom(null, async (get, set, file: File | null) => {
	const upload = { onProgress: () => {}, signal: new AbortController().signal, timeout: SEND_TIMEOUT };
	const profile = file
		? await call(
				get,
				applicationRoutes.updateProfile,
				{ body: {} },
				{ send: withFile('profile[avatar]', file, upload) },
			)
		: await call(get, applicationRoutes.deleteAvatar, {});
	set(updateAgent, profile);
});

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

export const createToken = atom(null, async (get, _set, name: string, day: string, current: string) => {
	const body = { name, expires_at: isoDayToSeconds(day), ...(current !== '' && { current_password: current }) };
	return (await call(get, applicationRoutes.createOwnAccessToken, { body })).access_token;
});

export const revokeToken = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.revokeOwnAccessToken, { params: { id } }),
);
