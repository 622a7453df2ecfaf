/** Defines which custom attributes a team records (docs/application-api.md, Custom attributes). */
import { RESERVED_KEYS } from '#protocol/application/attributeDefinitionRoutes.ts';
import { Problem } from '../../base/problem.ts';
import type { AttributeDefinitionRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';

/** Custom attributes that an account may define. */
const ATTRIBUTE_DEFINITIONS_MAX = 500;

/** Undefined fields stay unchanged, or get the default where the definition is new. */
export type DefinitionChange = {
	[C in keyof Omit<AttributeDefinitionRow, 'id' | 'account_id' | 'created_at' | 'updated_at'>]?:
		| AttributeDefinitionRow[C]
		| undefined;
};
export type NewDefinition = DefinitionChange & Pick<AttributeDefinitionRow, 'attribute_key' | 'attribute_display_name'>;

export async function createAttributeDefinition(
	store: Repositories,
	accountId: number,
	facts: NewDefinition,
): Promise<AttributeDefinitionRow> {
	const { accounts, attributeDefinitions } = store;
	await accounts.lock(accountId);
	const others = await attributeDefinitions.list(accountId);
	if (others.length >= ATTRIBUTE_DEFINITIONS_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'custom attributes', maximum: ATTRIBUTE_DEFINITIONS_MAX });
	const definition = {
		account_id: accountId,
		attribute_key: facts.attribute_key,
		attribute_display_name: facts.attribute_display_name,
		attribute_model: facts.attribute_model ?? 'conversation_attribute',
		attribute_display_type: facts.attribute_display_type ?? 'text',
		attribute_description: facts.attribute_description ?? null,
		attribute_values: facts.attribute_values ?? [],
		regex_pattern: facts.regex_pattern ?? null,
		regex_cue: facts.regex_cue ?? null,
	};
	checkKey(others, definition);
	const created = await attributeDefinitions.insert(definition);
	await recordChange(store, { ...auditedOf(created), after: created });
	return created;
}

export async function changeAttributeDefinition(
	store: Repositories,
	before: AttributeDefinitionRow,
	change: DefinitionChange,
): Promise<AttributeDefinitionRow> {
	const { accounts, attributeDefinitions } = store;
	await accounts.lock(before.account_id);
	const others = (await attributeDefinitions.list(before.account_id)).filter(({ id }) => id !== before.id);
	const { attribute_key = before.attribute_key, attribute_model = before.attribute_model } = change;
	checkKey(others, { attribute_key, attribute_model });
	const changed = await attributeDefinitions.update(before.id, { ...change, attribute_key, attribute_model });
	await recordChange(store, { ...auditedOf(changed), before, after: changed });
	return changed;
}

/** What contacts and conversations have of it stays. */
export async function deleteAttributeDefinition(
	store: Repositories,
	definition: AttributeDefinitionRow,
): Promise<void> {
	await store.attributeDefinitions.delete(definition.id);
	await recordChange(store, { ...auditedOf(definition), before: definition });
}

function auditedOf({ id, account_id, attribute_display_name }: AttributeDefinitionRow) {
	return { accountId: account_id, type: 'CustomAttributeDefinition', id, name: attribute_display_name } as const;
}

type Key = Pick<AttributeDefinitionRow, 'attribute_key' | 'attribute_model'>;

/** Throws ATTRIBUTE_KEY_RESERVED or ATTRIBUTE_KEY_TAKEN. */
function checkKey(others: readonly Key[], { attribute_key, attribute_model }: Key): void {
	if (RESERVED_KEYS[attribute_model].includes(attribute_key)) throw new Problem({ code: 'ATTRIBUTE_KEY_RESERVED' });
	const isTaken = others.some(
		(other) => other.attribute_key === attribute_key && other.attribute_model === attribute_model,
	);
	if (isTaken) throw new Problem({ code: 'ATTRIBUTE_KEY_TAKEN' });
}
