/** The settings of the account as a whole. */
import { atom } from 'jotai/vanilla';
import type { AccountChange } from '#protocol/application/accountRoutes.ts';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

export const loadTeam = atom(null, (get) => call(get, applicationRoutes.showAccount, { params: account(get) }));

export const saveTeam = atom(null, (get, _set, body: AccountChange, etag?: string) =>
	call(get, applicationRoutes.updateAccount, { params: account(get), body }, unlessChanged(etag)),
);
