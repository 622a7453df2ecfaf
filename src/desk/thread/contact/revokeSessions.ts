import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';
import { rereadMissing } from './contacts.ts';

/** Makes the visitor tokens of a contact invalid. Rejects with a RequestError. */
export const revokeSessions = atom(null, async (get, set, id: number) => {
	const params = { ...account(get), id };
	await rereadMissing(set, call(get, applicationRoutes.revokeContactSessions, { params }));
});
