import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';

/** Makes the visitor tokens of a contact invalid. Rejects with a RequestError. */
export const revokeSessions = atom(null, async (get, _set, id: number) => {
	await call(get, applicationRoutes.revokeContactSessions, { params: { ...account(get), id } });
});
