/** What a filter may name: the people of the team, and the attributes that the account defines. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../session/api.ts';

interface FilterFacts {
	agents: readonly TeamAgent[];
	definitions: readonly AttributeDefinition[];
}

const factsAtom = atom<FilterFacts>({ agents: [], definitions: [] });

export const filterFactsAtom: Atom<FilterFacts> = factsAtom;

/** Never rejects: without them there is less to choose. */
export const loadFilterFacts = atom(null, async (get, set) => {
	const params = account(get);
	try {
		const [agents, definitions] = await Promise.all([
			call(get, applicationRoutes.listAgents, { params }),
			call(get, applicationRoutes.listAttributeDefinitions, { params, query: {} }),
		]);
		set(factsAtom, { agents, definitions });
	} catch (error) {
		if (!isAborted(error)) console.debug('What a filter may name is unknown', error);
	}
});
