/**
 * Converts typed values for the database and back; no other file does. JSON is written as text to both databases. SQLite also
 * returns it as text, and has 0 and 1 for booleans; PostgreSQL's driver converts both by itself.
 */
import {
	InsertQueryNode,
	OperationNodeTransformer,
	PrimitiveValueListNode,
	UpdateQueryNode,
	ValueListNode,
	ValueNode,
	ValuesNode,
	ColumnNode,
	type ColumnUpdateNode,
	type KyselyPlugin,
	type OperationNode,
	type PluginTransformQueryArgs,
	type PluginTransformResultArgs,
	type QueryId,
	type QueryResult,
	type RootOperationNode,
	type Selectable,
	type UnknownRow,
} from 'kysely';
import type { Database } from './schema.ts';

type Row = { [Table in keyof Database]: Selectable<Database[Table]> }[keyof Database];

type JsonColumnOf<R> = R extends unknown
	? { [C in keyof R]: R[C] extends string | number | boolean | null ? never : C }[keyof R]
	: never;
type BooleanColumnOf<R> = R extends unknown ? { [C in keyof R]: R[C] extends boolean ? C : never }[keyof R] : never;

/** Column name → true, in whichever table. A missing or superfluous name does not compile. */
const JSON_COLUMNS: Record<JsonColumnOf<Row>, true> = {
	working_hours: true,
	features: true,
	pre_chat_form_options: true,
	allowed_domains: true,
	font_origins: true,
	allowed_file_types: true,
	masks: true,
	texts: true,
	topics: true,
	identity_public_keys: true,
	allowed_locales: true,
	additional_attributes: true,
	custom_attributes: true,
	content_attributes: true,
	labels: true,
	attribute_values: true,
	subscriptions: true,
	notification_settings: true,
	audited_changes: true,
	former_titles: true,
};

const BOOLEAN_COLUMNS: Record<BooleanColumnOf<Row>, true> = {
	auto_offline: true,
	is_new: true,
	is_receiver_failing: true,
	enable_auto_assignment: true,
	working_hours_enabled: true,
	csat_survey_enabled: true,
	allow_messages_after_resolved: true,
	greeting_enabled: true,
	email_collect_enabled: true,
	hmac_mandatory: true,
	pre_chat_form_enabled: true,
	disable_branding: true,
	blocked: true,
	hmac_verified: true,
	private: true,
	enabled: true,
	trigger_only_during_business_hours: true,
	archived: true,
	show_on_sidebar: true,
	continuity_via_email: true,
	leave_message_enabled: true,
	hide_launcher_while_away: true,
	paused: true,
};

/** Writes JSON columns as text. */
export class WriteColumns implements KyselyPlugin {
	readonly #encoder = new JsonEncoder();

	transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
		return InsertQueryNode.is(node) || UpdateQueryNode.is(node) ? this.#encoder.transformNode(node, queryId) : node;
	}

	async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		return result;
	}
}

/** Converts what SQLite returns for booleans and JSON. */
export class ReadColumns implements KyselyPlugin {
	transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
		return node;
	}

	async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		for (const row of result.rows) readRow(row);
		return result;
	}
}

/** SQLite cannot bind booleans, anywhere in a statement. */
export function toSqlite(value: unknown): unknown {
	return typeof value === 'boolean' ? Number(value) : value;
}

/** Stands for a value in a statement that is compiled once and run with many (src/server/store/statement.ts). */
export class Placeholder {
	readonly name: string;
	readonly #convert: (value: unknown) => unknown;

	constructor(name: string, convert = (value: unknown) => value) {
		this.name = name;
		this.#convert = convert;
	}

	fill(values: object): unknown {
		return this.#convert((values as Record<string, unknown>)[this.name]);
	}
}

class JsonEncoder extends OperationNodeTransformer {
	protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
		const insert = super.transformInsertQuery(node, queryId);
		const { columns = [], values } = insert;
		if (!values || !ValuesNode.is(values)) return insert;
		const areJson = columns.map(({ column }) => column.name in JSON_COLUMNS);
		const rows = values.values.map((row) =>
			PrimitiveValueListNode.is(row)
				? PrimitiveValueListNode.create(row.values.map((value, index) => (areJson[index] ? encode(value) : value)))
				: ValueListNode.create(row.values.map((value, index) => (areJson[index] ? encodeNode(value) : value))),
		);
		return { ...insert, values: ValuesNode.create(rows) };
	}

	protected override transformColumnUpdate(node: ColumnUpdateNode, queryId?: QueryId): ColumnUpdateNode {
		const update = super.transformColumnUpdate(node, queryId);
		const isJson = ColumnNode.is(update.column) && update.column.column.name in JSON_COLUMNS;
		return isJson ? { ...update, value: encodeNode(update.value) } : update;
	}
}

/** Expressions that the database computes are left as they are. */
function encodeNode(node: OperationNode): OperationNode {
	return ValueNode.is(node) ? ValueNode.create(encode(node.value)) : node;
}

function encode(value: unknown): unknown {
	if (value instanceof Placeholder) return new Placeholder(value.name, encode);
	return value === null ? null : JSON.stringify(value);
}

/** Changes the row itself, which nobody else has yet, since every row of every query passes here. */
function readRow(row: UnknownRow): void {
	for (const column in row) {
		const value = row[column];
		if (column in BOOLEAN_COLUMNS) row[column] = Boolean(value);
		else if (typeof value === 'string' && column in JSON_COLUMNS) row[column] = JSON.parse(value);
	}
}
