/**
 * Statements that each message of a visitor runs. Building and compiling one takes longer than
 * SQLite takes to run it, so these are compiled once for each open database.
 */
import { NoResultError, type CompiledQuery, type Kysely, type QueryNode } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Placeholder } from './columns.ts';
import type { Database } from './schema.ts';

/** The methods are named as those of Kysely's queries. */
export interface Statement<Values, Row> {
	execute(db: Kysely<Database>, values: Values): Promise<Row[]>;
	executeTakeFirst(db: Kysely<Database>, values: Values): Promise<Row | undefined>;
	/** Throws a NoResultError where there is no row. */
	executeTakeFirstOrThrow(db: Kysely<Database>, values: Values): Promise<Row>;
}

/** Such as a query of Kysely. */
interface Compilable<Row> {
	compile(): CompiledQuery<Row>;
}

/** The number of forms of one statement that stay compiled. */
const COMPILED_MAX = 100;

/**
 * `build` gets placeholders by the names of the values, so it must not look into them: they have to
 * be what the driver takes, or the value of a JSON column. It is called once for each set of names;
 * names whose value is undefined do not count.
 */
export function createStatement<Values extends object, Row>(
	build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
	const compiled = new WeakMap<object, LRUCache<string, CompiledQuery<Row>>>();

	const compile = (db: Kysely<Database>, values: Values): CompiledQuery<Row> => {
		// A database and its transactions share one adapter.
		const { adapter } = db.getExecutor();
		const forms = compiled.get(adapter) ?? new LRUCache({ max: COMPILED_MAX });
		compiled.set(adapter, forms);
		const names = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
		const form = names.join();
		const known = forms.get(form);
		if (known) return known;
		const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
		const query = build(db, placeholders as Values).compile();
		forms.set(form, query);
		return query;
	};

	const run = async (db: Kysely<Database>, query: CompiledQuery<Row>, values: Values): Promise<Row[]> => {
		const fill = (value: unknown) => (value instanceof Placeholder ? value.fill(values) : value);
		return (await db.executeQuery<Row>({ ...query, parameters: query.parameters.map(fill) })).rows;
	};

	return {
		execute: (db, values) => run(db, compile(db, values), values),
		executeTakeFirst: async (db, values) => (await run(db, compile(db, values), values))[0],
		async executeTakeFirstOrThrow(db, values) {
			const query = compile(db, values);
			const [row] = await run(db, query, values);
			if (row === undefined) throw new NoResultError(query.query as QueryNode);
			return row;
		},
	};
}
