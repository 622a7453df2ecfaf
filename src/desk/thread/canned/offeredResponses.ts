/** The texts that agents insert by a short code. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../../session/api.ts';

interface Loaded {
	/** For whose visitor. */
	conversationId?: number;
	responses: readonly CannedResponse[] | undefined;
	hasFailed: boolean;
}

const NOTHING: Loaded = { responses: undefined, hasFailed: false };

const loadedAtom = atom(NOTHING);

/** Undefined until they are loaded for the first time. */
export const cannedResponsesAtom: Atom<Loaded> = loadedAtom;

/**
 * Loads them again, for this conversation's visitor; until then those of the last time stay. Never
 * rejects.
 */
export const loadCannedResponses = atom(null, async (get, set, conversationId: number) => {
	if (get(loadedAtom).conversationId !== conversationId) set(loadedAtom, { ...NOTHING, conversationId });
	try {
		const query = { conversation_id: conversationId };
		const listed = await call(get, applicationRoutes.listCannedResponses, { params: account(get), query });
		if (get(loadedAtom).conversationId !== conversationId) return;
		// The visitor's language comes first.
		const responses = listed.flatMap(({ spoken, ...written }) =>
			spoken === undefined ? [written] : [{ ...written, content: spoken }, written],
		);
		set(loadedAtom, { conversationId, responses, hasFailed: false });
	} catch (error) {
		if (!isAborted(error)) set(loadedAtom, (known) => ({ ...known, hasFailed: true }));
	}
});
