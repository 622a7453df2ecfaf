/** Reads the conditions of a filter by a table of fields (docs/application-api.md, Filters). */
import {
	ATTRIBUTE_FIELDS,
	type FilterCondition,
	type FilterField,
	type FilterFields,
	type FilterKind,
	type FilterOperator,
} from '#protocol/application/filters/conditions.ts';
import { Problem } from '../../base/problem.ts';
import type { Criteria, Criterion } from '../../store/filters/criteria.ts';
import type { AttributeDefinitionRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

type Value = NonNullable<FilterCondition['values']>[number];

/** Days before today that can be asked. */
const DAYS_MAX = 36_500;

/** They compare parts of a text, also of a number. */
const PATTERNS: ReadonlySet<FilterOperator> = new Set(['contains', 'does_not_contain', 'starts_with']);

/**
 * Undefined where there are no conditions.
 *
 * @throws {Problem} FILTER_KEY_UNKNOWN, FILTER_OPERATOR_UNKNOWN, FILTER_VALUES_INVALID,
 * FILTER_JOIN_UNKNOWN
 */
export async function readConditions(
	{ attributeDefinitions }: Repositories,
	accountId: number,
	model: AttributeDefinitionRow['attribute_model'],
	fields: FilterFields,
	conditions: readonly FilterCondition[],
): Promise<Criteria | undefined> {
	if (conditions.length === 0) return undefined;
	const definitions = (await attributeDefinitions.list(accountId)).filter(
		({ attribute_model }) => attribute_model === model,
	);
	const lists: Criterion[][] = [[]];
	for (const [index, condition] of conditions.entries()) {
		lists.at(-1)?.push(readCondition(fields, definitions, condition));
		if (readJoin(condition, index === conditions.length - 1) === 'or') lists.push([]);
	}
	return lists;
}

/** How a condition goes on; the last one does not. */
function readJoin({ query_operator }: FilterCondition, isLast: boolean): 'and' | 'or' | undefined {
	const join = query_operator?.toLowerCase();
	if (isLast && !join) return undefined;
	if (!isLast && (join === 'and' || join === 'or')) return join;
	throw new Problem({ code: 'FILTER_JOIN_UNKNOWN' });
}

function readCondition(
	fields: FilterFields,
	definitions: readonly AttributeDefinitionRow[],
	{ attribute_key: key, filter_operator, values }: FilterCondition,
): Criterion {
	const own = Object.hasOwn(fields, key) ? fields[key] : undefined;
	const definition = own ? undefined : definitions.find(({ attribute_key }) => attribute_key === key);
	const field: FilterField | undefined = own ?? (definition && ATTRIBUTE_FIELDS[definition.attribute_display_type]);
	if (!field) throw new Problem({ code: 'FILTER_KEY_UNKNOWN', key, keys: Object.keys(fields) });
	const operator = field.operators.find((name) => name === filter_operator);
	if (!operator) throw new Problem({ code: 'FILTER_OPERATOR_UNKNOWN', key, operators: field.operators });
	const { kind, any } = field;
	const criterion = { key, kind, isCustom: own === undefined, operator };
	if (operator === 'is_present' || operator === 'is_not_present') return { ...criterion, values: [] };
	const given = (values ?? []).filter((value) => value !== null && value !== '');
	const read = given.map(operator === 'days_before' ? readDays : PATTERNS.has(operator) ? String : READ[kind]);
	const known = read.filter((value) => value !== undefined);
	if (known.length === 0 || known.length < read.length) throw new Problem({ code: 'FILTER_VALUES_INVALID', key });
	// Everything has some value.
	if (any !== undefined && known.includes(any))
		return { ...criterion, operator: operator === 'equal_to' ? 'is_present' : 'is_not_present', values: [] };
	return { ...criterion, values: known };
}

/** What the kind takes a value for; undefined where it is none of the kind. */
const READ: Record<FilterKind, (value: Value) => Criterion['values'][number] | undefined> = {
	word: String,
	text: String,
	labels: (value) => String(value).toLowerCase(),
	id: (value) => readNumber(value, (number) => Number.isSafeInteger(number) && number >= 0),
	number: (value) => readNumber(value, Number.isFinite),
	truth: (value) => ({ true: true, false: false })[String(value)],
	date: readDay,
};

function readNumber(value: Value, isFit: (number: number) => boolean): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && isFit(number) ? number : undefined;
}

function readDays(value: Value): number | undefined {
	return readNumber(value, (number) => Number.isInteger(number) && number >= 0 && number <= DAYS_MAX);
}

/** Of a time, its day. */
function readDay(value: Value): string | undefined {
	const day = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(String(value))?.[1];
	// February 30 is parsed as March 2.
	return day !== undefined && new Date(Date.parse(day) || 0).toISOString().startsWith(day) ? day : undefined;
}
