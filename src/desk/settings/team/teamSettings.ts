/** The settings of the account as a whole. */
import { atom } from 'jotai/vanilla';
import type { AccountChange } from '#protocol/accountRoutes.ts';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';

export const loadTeam = atom(null, (get) => call(get, applicationRoutes.showAccount, { params: account(get) }));

export const saveTeam = atom(null, (get, _set, body: AccountChange) =>
	call(get, applicationRoutes.updateAccount, { params: account(get), body }),
);
