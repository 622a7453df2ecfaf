/** The texts that agents insert by a short code. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { CannedResponse } from '#protocol/cannedResponseRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../../session/api.ts';

interface Loaded {
	responses: readonly CannedResponse[] | undefined;
	hasFailed: boolean;
}

const NOTHING: Loaded = { responses: undefined, hasFailed: false };

const loadedAtom = atom(NOTHING);

/** Undefined until they are loaded for the first time. */
export const cannedResponsesAtom: Atom<Loaded> = loadedAtom;

/** Loads them again; until then those of the last time stay. Never rejects. */
export const loadCannedResponses = atom(null, async (get, set) => {
	try {
		const responses = await call(get, applicationRoutes.listCannedResponses, { params: account(get), query: {} });
		set(loadedAtom, { responses, hasFailed: false });
	} catch (error) {
		if (!isAborted(error)) set(loadedAtom, ({ responses }) => ({ responses, hasFailed: true }));
	}
});
