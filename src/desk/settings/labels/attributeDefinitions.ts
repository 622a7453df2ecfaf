/** Which custom attributes the team records of contacts and conversations. */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import { createCollection } from '../parts/createCollection.ts';

export type DefinitionFacts = Pick<
	AttributeDefinition,
	| 'attribute_display_name'
	| 'attribute_key'
	| 'attribute_model'
	| 'attribute_display_type'
	| 'attribute_description'
	| 'attribute_values'
>;

export const attributeDefinitions = createCollection({
	list: applicationRoutes.listAttributeDefinitions,
	itemsOf: (byKey) => byKey,
	create: applicationRoutes.createAttributeDefinition,
	update: applicationRoutes.updateAttributeDefinition,
	remove: applicationRoutes.deleteAttributeDefinition,
});
