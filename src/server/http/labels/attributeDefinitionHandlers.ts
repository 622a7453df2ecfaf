/**
 * Which custom attributes a team records, by REST; every member may define them, as in Chatwoot.
 */
import type {
	AttributeDefinition,
	attributeDefinitionRoutes,
} from '#protocol/application/attributeDefinitionRoutes.ts';
import {
	changeAttributeDefinition,
	createAttributeDefinition,
	deleteAttributeDefinition,
} from '../../domain/labels/editAttributeDefinition.ts';
import { withTag } from '../../present/tagged.ts';
import { iso } from '../../present/times.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import type { AttributeDefinitionRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function attributeDefinitionHandlers(services: Services): Handlers<typeof attributeDefinitionRoutes> {
	const { store } = services;

	return {
		listAttributeDefinitions: async ({ account, query: { attribute_model: model } }) =>
			(await store.attributeDefinitions.list(account.id))
				.filter(({ attribute_model }) => model === undefined || attribute_model === model)
				.map(present),

		showAttributeDefinition: async ({ account, params }) =>
			present(await store.attributeDefinitions.require(account.id, params.id)),

		createAttributeDefinition: ({ account, body }) =>
			store.transaction(async (repositories) =>
				present(await createAttributeDefinition(repositories, account.id, body)),
			),

		updateAttributeDefinition: ({ account, params, body, changeIfMatch }) =>
			withAccountLock(services, account.id, async (repositories) => {
				const before = await repositories.attributeDefinitions.require(account.id, params.id);
				return present(
					await changeIfMatch(before, present, () => changeAttributeDefinition(repositories, before, body)),
				);
			}),

		deleteAttributeDefinition: ({ account, params }) =>
			store.transaction(async (repositories) =>
				deleteAttributeDefinition(repositories, await repositories.attributeDefinitions.require(account.id, params.id)),
			),
	};
}

function present({ account_id: _own, created_at, updated_at, ...facts }: AttributeDefinitionRow): AttributeDefinition {
	return { ...withTag({ ...facts, created_at: iso(created_at) }), updated_at: iso(updated_at) };
}
