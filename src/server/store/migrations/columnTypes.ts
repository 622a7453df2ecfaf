import type { ColumnBuilderCallback, Kysely } from 'kysely';

/** What the two databases write differently. */
export interface ColumnTypes {
	id: 'integer' | 'bigserial';
	primaryKey: ColumnBuilderCallback;
	json: 'text' | 'jsonb';
	/** The texts of a JSON list as rows of a query's `from`, each in the column `value`. */
	elements(list: string): string;
	/** Drops columns of a table that only foreign keys and the table's own constraints refer to. */
	dropUniqueColumns(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void>;
	/** The text of a JSON object's member; null where it has none. */
	member(object: string, name: string): string;
	/**
	 * Creates a full-text index (store/fullText/words.ts). `fill` inserts what there is, before
	 * that costs more.
	 */
	words(db: Kysely<unknown>, name: string, fill: () => Promise<void>): Promise<void>;
	/** Runs the statement whenever rows of the table are inserted, deleted or changed. */
	onChange(db: Kysely<unknown>, trigger: Trigger, statement: string): Promise<void>;
	/** Runs the statements for each row that changes; `new` and `old` in them are the row. */
	onRow(db: Kysely<unknown>, trigger: RowTrigger, statements: readonly string[]): Promise<void>;
}

export interface Trigger {
	name: string;
	table: string;
	/** Which changes count: `update`, or `update of` some columns. */
	update: string;
}

export interface RowTrigger {
	name: string;
	table: string;
	/** `insert`, `delete`, or `update of` some columns. */
	event: string;
	/** Only for rows of which it holds. */
	when?: string;
}
