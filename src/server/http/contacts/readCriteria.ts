import { CONTACT_FIELDS, type FilterCondition } from '#protocol/application/filters/conditions.ts';
import { readConditions } from '../../domain/filters/readConditions.ts';
import type { Criteria } from '../../store/filters/criteria.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * What a filter of contacts asks; undefined where it has no conditions. Throws what
 * `readConditions` throws.
 */
export function readCriteria(
	store: Repositories,
	accountId: number,
	conditions: readonly FilterCondition[],
): Promise<Criteria | undefined> {
	return readConditions(store, accountId, 'contact_attribute', CONTACT_FIELDS, conditions.map(withPlus));
}

/** Clients of Chatwoot send numbers that are compared as a whole without their `+`. */
function withPlus(condition: FilterCondition): FilterCondition {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	if (key !== 'phone_number' || !/^(not_)?equal_to$/.test(operator) || !values) return condition;
	return { ...condition, values: values.map((value) => (/^\d/.test(String(value)) ? `+${value}` : value)) };
}
