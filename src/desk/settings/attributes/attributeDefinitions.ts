/** Which custom attributes the team records of contacts and conversations. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { AttributeDefinition } from '#protocol/attributeDefinitionRoutes.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

export type DefinitionFacts = Pick<
	AttributeDefinition,
	| 'attribute_display_name'
	| 'attribute_key'
	| 'attribute_model'
	| 'attribute_display_type'
	| 'attribute_description'
	| 'attribute_values'
>;

export const loadDefinitions = atom(null, (get) =>
	call(get, applicationRoutes.listAttributeDefinitions, { params: account(get), query: {} }),
);

/** Adds a definition, or changes the one with this id. */
export const saveDefinition = atom(
	null,
	async (get, _set, id: number | undefined, body: DefinitionFacts, etag?: string) => {
		const params = account(get);
		if (id === undefined) await call(get, applicationRoutes.createAttributeDefinition, { params, body });
		else
			await call(
				get,
				applicationRoutes.updateAttributeDefinition,
				{ params: { ...params, id }, body },
				unlessChanged(etag),
			);
	},
);

export const deleteDefinition = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.deleteAttributeDefinition, { params: { ...account(get), id } }),
);
