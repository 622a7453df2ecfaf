/** The conditions of a filter as an agent writes them, and what the server takes of them. */
import type {
	FilterCondition,
	FilterField,
	FilterKind,
	FilterOperator,
} from '#protocol/application/filters/conditions.ts';

export interface ConditionDraft {
	/** Of the table of fields, or of an attribute that the account defines. */
	key: string;
	operator: FilterOperator;
	/** As they are chosen or typed. Blank ones do not count. */
	values: readonly string[];
	/** How it is joined to the condition before it; `and` binds closer. */
	join: 'and' | 'or';
}

/** What keeps a condition from being asked. */
export type Fault = 'missing' | 'no-number' | 'unknown';

/** Key → field, of all that may be asked. */
export type KnownFields = ReadonlyMap<string, FilterField>;

const WITHOUT_VALUES: ReadonlySet<FilterOperator> = new Set(['is_present', 'is_not_present']);
const OF_ONE_VALUE: ReadonlySet<FilterOperator> = new Set(['is_greater_than', 'is_less_than', 'days_before']);
/** They compare parts of a text, also of a number. */
const OF_PARTS: ReadonlySet<FilterOperator> = new Set(['contains', 'does_not_contain', 'starts_with']);

export function needsValue(operator: FilterOperator): boolean {
	return !WITHOUT_VALUES.has(operator);
}

/** What is typed or chosen as a value. */
export function kindOfValue(kind: FilterKind, operator: FilterOperator): FilterKind {
	if (operator === 'days_before') return 'number';
	return OF_PARTS.has(operator) ? 'text' : kind;
}

/** Whether several values may be asked at once. */
export function takesSeveral(kind: FilterKind, operator: FilterOperator): boolean {
	return kind !== 'truth' && kind !== 'date' && !OF_ONE_VALUE.has(operator);
}

/** A condition of a field, as it begins. */
export function draftOf(key: string, field: FilterField | undefined, join: ConditionDraft['join']): ConditionDraft {
	return { key, operator: field?.operators[0] ?? 'equal_to', values: [], join };
}

export function toDrafts(conditions: readonly FilterCondition[]): ConditionDraft[] {
	return conditions.map(({ attribute_key, filter_operator, values }, index) => ({
		key: attribute_key,
		// Of what is none, the row says so.
		operator: filter_operator as FilterOperator,
		values: (values ?? []).map(String),
		join: conditions[index - 1]?.query_operator?.toLowerCase() === 'or' ? 'or' : 'and',
	}));
}

export function toConditions(fields: KnownFields, drafts: readonly ConditionDraft[]): FilterCondition[] {
	return drafts.map(({ key, operator, values }, index) => ({
		attribute_key: key,
		filter_operator: operator,
		values: needsValue(operator) ? saidIn(values).map((value) => valueOf(fields.get(key), operator, value)) : [],
		query_operator: drafts[index + 1]?.join ?? null,
	}));
}

function valueOf(field: FilterField | undefined, operator: FilterOperator, value: string): string | number | boolean {
	const kind = field && kindOfValue(field.kind, operator);
	if (kind === 'truth') return value === 'true';
	return kind === 'id' || kind === 'number' ? Number(value) : value;
}

export function findFault(fields: KnownFields, { key, operator, values }: ConditionDraft): Fault | undefined {
	const field = fields.get(key);
	if (!field?.operators.includes(operator)) return 'unknown';
	if (!needsValue(operator)) return undefined;
	const said = saidIn(values);
	if (said.length === 0) return 'missing';
	const kind = kindOfValue(field.kind, operator);
	const isWhole = kind === 'id' || operator === 'days_before';
	const isFit = (value: string) => (isWhole ? /^\d+$/.test(value) : Number.isFinite(Number(value)));
	return (kind === 'id' || kind === 'number') && !said.every(isFit) ? 'no-number' : undefined;
}

function saidIn(values: readonly string[]): string[] {
	return values.map((value) => value.trim()).filter(Boolean);
}
