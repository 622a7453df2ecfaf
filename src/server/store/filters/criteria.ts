/**
 * Conditions of a filter that have been read, and what they are in SQL. Both lists, of
 * conversations and of contacts, compile them by a table of their own: key → what is compared.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { FilterKind, FilterOperator } from '#protocol/application/filters/conditions.ts';
import { DAY } from '#protocol/base/duration.ts';
import { isPostgres } from '../dialect/isPostgres.ts';
import type { Database } from '../tables/schema.ts';

export interface Criterion {
	key: string;
	/** Whether it is an attribute that the account defines. */
	isCustom: boolean;
	kind: FilterKind;
	operator: FilterOperator;
	/**
	 * Strings of words, texts, labels and days (`YYYY-MM-DD`), numbers, or booleans, as the kind
	 * says; at least one where the operator compares something.
	 */
	values: readonly (string | number | boolean)[];
}

/** All of one of these lists have to hold. */
export type Criteria = readonly (readonly Criterion[])[];

/** What the keys of a table are in SQL, in a query of the table. */
export interface Filterable<K extends string> {
	/** Key → column or expression; of a date, milliseconds since the epoch. */
	columns: Readonly<Record<K, RawBuilder<unknown>>>;
	/** The attributes of the account's own kind, as JSON. */
	attributes: RawBuilder<unknown>;
	/** The titles of its labels: a query of the column `title` that ends with its condition. */
	labels: RawBuilder<unknown>;
	/** Likewise of its inboxes, where it may be in several; then their ids are the titles. */
	inboxes?: RawBuilder<unknown>;
}

type Db = Kysely<Database>;

/**
 * Holds for what the criteria choose. What is absent is neither equal nor unequal to anything, but
 * for the account's own attributes: there it is unequal.
 */
export function compileCriteria(db: Db, filterable: Filterable<string>, criteria: Criteria): Expression<SqlBool> {
	const lists = criteria.map(
		(list) =>
			sql`(${sql.join(
				list.map((criterion) => compile(db, filterable, criterion)),
				sql` and `,
			)})`,
	);
	return sql<SqlBool>`(${sql.join(lists, sql` or `)})`;
}

/** The text of a JSON object's member; null where it has none. Keys may have any characters. */
export function memberText(db: Db, object: RawBuilder<unknown>, key: string): RawBuilder<string | null> {
	if (isPostgres(db)) return sql`(${object} ->> cast(${key} as text))`;
	// What a foreign program has damaged has no members.
	return sql`(select case type when 'true' then 'true' when 'false' then 'false' else cast(value as text) end from json_each(case when json_valid(${object}) then ${object} else '{}' end) where key = ${key})`;
}

function compile(
	db: Db,
	{ columns, attributes, labels, inboxes }: Filterable<string>,
	criterion: Criterion,
): RawBuilder<SqlBool> {
	if (criterion.kind === 'labels') return compileSome(labels, criterion);
	if (criterion.key === 'inbox_id' && !criterion.isCustom && inboxes) return compileSome(inboxes, criterion);
	if (criterion.isCustom) return compileAttribute(db, memberText(db, attributes, criterion.key), criterion);
	const column = columns[criterion.key];
	if (!column) throw new Error(`The table lacks ${criterion.key}`);
	const { kind, values } = criterion;
	if (kind === 'date') return compileTime(column, criterion);
	if (kind === 'truth') return compare(column, { ...criterion, values: values.map((value) => toBoolean(db, value)) });
	return compare(kind === 'text' ? sql`lower(${column})` : column, criterion);
}

/** For what there may be several of. */
function compileSome(all: RawBuilder<unknown>, { operator, values }: Criterion): RawBuilder<SqlBool> {
	const hasAny = sql<SqlBool>`exists (${all})`;
	const hasSome = sql<SqlBool>`exists (${all} and title in (${sql.join(values)}))`;
	switch (operator) {
		case 'is_present':
			return hasAny;
		case 'is_not_present':
			return sql`not ${hasAny}`;
		case 'not_equal_to':
			return sql`not ${hasSome}`;
		default:
			return hasSome;
	}
}

/** Days end at midnight in UTC. */
function compileTime(column: RawBuilder<unknown>, { operator, values: [value] }: Criterion): RawBuilder<SqlBool> {
	const day = operator === 'days_before' ? daysAgo(Number(value)) : Date.parse(String(value));
	return operator === 'is_greater_than' ? sql`${column} >= ${day + DAY}` : sql`${column} < ${day}`;
}

function daysAgo(days: number): number {
	const now = Date.now();
	return now - (now % DAY) - days * DAY;
}

function compileAttribute(db: Db, member: RawBuilder<string | null>, criterion: Criterion): RawBuilder<SqlBool> {
	const { kind, operator, values } = criterion;
	const compared =
		kind === 'number' ? numberOf(db, member) : kind === 'date' ? sql`substr(${member}, 1, 10)` : sql`lower(${member})`;
	if (operator === 'days_before') {
		const day = new Date(daysAgo(Number(values[0]))).toISOString().slice(0, 10);
		return sql`${compared} < ${day}`;
	}
	const holds = compare(compared, {
		...criterion,
		values: values.map((value) => (kind === 'number' ? value : String(value))),
	});
	return operator === 'not_equal_to' || operator === 'does_not_contain' ? sql`(${member} is null or ${holds})` : holds;
}

/** Null where the text is none. */
function numberOf(db: Db, text: RawBuilder<string | null>): RawBuilder<number | null> {
	return isPostgres(db)
		? sql`(case when ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then cast(${text} as numeric) end)`
		: sql`(case when ${text} glob '*[0-9]*' and ${text} not glob '*[^-0-9.]*' then cast(${text} as real) end)`;
}

/** SQLite has 0 and 1. */
function toBoolean(db: Db, value: Criterion['values'][number]): number | boolean {
	return isPostgres(db) ? Boolean(value) : Number(value);
}

function compare(column: RawBuilder<unknown>, { kind, operator, values }: Criterion): RawBuilder<SqlBool> {
	const lower = (value: unknown) => (kind === 'text' ? sql`lower(cast(${value} as text))` : sql`${value}`);
	const some = sql.join(values.map(lower));
	const like = (pattern: (escaped: string) => string) =>
		sql.join(
			values.map(
				(value) => sql`cast(${column} as text) like ${lower(pattern(escapePattern(String(value))))} escape '\\'`,
			),
			sql` or `,
		);
	switch (operator) {
		case 'equal_to':
			return sql`${column} in (${some})`;
		case 'not_equal_to':
			return sql`${column} not in (${some})`;
		case 'contains':
			return sql`(${like((part) => `%${part}%`)})`;
		case 'does_not_contain':
			return sql`not (${like((part) => `%${part}%`)})`;
		case 'starts_with':
			return sql`(${like((part) => `${part}%`)})`;
		case 'is_present':
			return kind === 'text' ? sql`coalesce(${column}, '') <> ''` : sql`${column} is not null`;
		case 'is_not_present':
			return kind === 'text' ? sql`coalesce(${column}, '') = ''` : sql`${column} is null`;
		case 'is_greater_than':
			return sql`${column} > ${values[0]}`;
		case 'is_less_than':
			return sql`${column} < ${values[0]}`;
		case 'days_before':
			throw new Error('Days are compared as times');
	}
}

function escapePattern(text: string): string {
	return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
