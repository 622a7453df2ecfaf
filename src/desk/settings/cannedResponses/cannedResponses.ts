/** The texts that agents insert by a short code. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { CannedResponse } from '#protocol/cannedResponseRoutes.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

export type CannedResponseFacts = Pick<CannedResponse, 'short_code' | 'content'>;

/** Loads them by short code. */
export const loadResponseList = atom(null, (get) =>
	call(get, applicationRoutes.listCannedResponses, { params: account(get), query: {} }),
);

/** Adds a canned response, or changes the one with this id. */
export const saveCannedResponse = atom(
	null,
	async (get, _set, id: number | undefined, body: CannedResponseFacts, etag?: string) => {
		const params = account(get);
		if (id === undefined) await call(get, applicationRoutes.createCannedResponse, { params, body });
		else
			await call(get, applicationRoutes.updateCannedResponse, { params: { ...params, id }, body }, unlessChanged(etag));
	},
);

export const deleteCannedResponse = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.deleteCannedResponse, { params: { ...account(get), id } }),
);
