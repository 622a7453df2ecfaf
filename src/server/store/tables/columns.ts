/**
 * Converts typed values for the database and back; no other file does. JSON is written as text to
 * both databases. SQLite also returns it as text, and has 0 and 1 for booleans; PostgreSQL's driver
 * converts both by itself.
 */
import {
	AliasNode,
	InsertQueryNode,
	OperationNodeTransformer,
	PrimitiveValueListNode,
	SelectQueryNode,
	TableNode,
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
type BooleanColumnOf<R> = R extends unknown
	? { [C in keyof R]: R[C] extends boolean | null ? C : never }[keyof R]
	: never;

/**
 * Column name → what a value that is no JSON counts as, in whichever table. A missing or
 * superfluous name does not compile.
 */
const JSON_COLUMNS: Record<JsonColumnOf<Row>, '[]' | '{}'> = {
	working_hours: '[]',
	features: '[]',
	pre_chat_form_options: '{}',
	allowed_domains: '[]',
	font_origins: '[]',
	allowed_file_types: '[]',
	masks: '[]',
	texts: '{}',
	topics: '[]',
	translations: '{}',
	identity_public_keys: '[]',
	allowed_locales: '[]',
	additional_attributes: '{}',
	custom_attributes: '{}',
	content_attributes: '{}',
	labels: '[]',
	attribute_values: '[]',
	subscriptions: '[]',
	notification_settings: '{}',
	audited_changes: '{}',
	former_titles: '[]',
	mentioned_ids: '[]',
	query: '{}',
};

const BOOLEAN_COLUMNS: Record<BooleanColumnOf<Row>, true> = {
	auto_offline: true,
	is_new: true,
	is_receiver_failing: true,
	enable_auto_assignment: true,
	allow_auto_assign: true,
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
	allow_message_changes: true,
	allow_multiple_conversations: true,
	offer_articles: true,
	articles_only: true,
	email_code_enabled: true,
	paused: true,
	shared: true,
	followed: true,
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

/** Told once of each value that is no JSON, as a damaged file or a foreign program leaves it. */
export type OnDamage = (where: { table: string; id: unknown; column: string }) => void;

/** Converts what SQLite returns for booleans and JSON. */
export class ReadColumns implements KyselyPlugin {
	readonly #onDamage: OnDamage;
	readonly #tables = new WeakMap<QueryId, string>();
	readonly #told = new Set<string>();

	constructor(onDamage: OnDamage) {
		this.#onDamage = onDamage;
	}

	transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
		this.#tables.set(queryId, tableOf(node));
		return node;
	}

	async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		for (const row of result.rows)
			readRow(row, (column) => this.#tell({ table: this.#tables.get(queryId) ?? '', id: row['id'], column }));
		return result;
	}

	#tell(where: Parameters<OnDamage>[0]): void {
		const key = JSON.stringify(where);
		if (this.#told.has(key)) return;
		this.#told.add(key);
		this.#onDamage(where);
	}
}

/** The first one that the query names; '' where it is none of ours. */
function tableOf(node: RootOperationNode): string {
	const [named] = [
		...(SelectQueryNode.is(node) ? (node.from?.froms ?? []) : []),
		...(InsertQueryNode.is(node) && node.into ? [node.into] : []),
		...(UpdateQueryNode.is(node) && node.table ? [node.table] : []),
	];
	const table = named && AliasNode.is(named) ? named.node : named;
	return table && TableNode.is(table) ? table.table.identifier.name : '';
}

/** SQLite cannot bind booleans, anywhere in a statement. */
export function toSqlite(value: unknown): unknown {
	return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Stands for a value in a statement that is compiled once and run with many
 * (src/server/store/tables/statement.ts).
 */
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

/**
 * Changes the row itself, which no other code has yet, since every row of every query passes here.
 */
function readRow(row: UnknownRow, onDamage: (column: string) => void): void {
	for (const column in row) {
		const value = row[column];
		if (column in BOOLEAN_COLUMNS) row[column] = value === null ? null : Boolean(value);
		else if (typeof value === 'string' && column in JSON_COLUMNS) {
			try {
				row[column] = JSON.parse(value);
			} catch {
				// One row must not keep others of a list from being read.
				row[column] = JSON.parse(JSON_COLUMNS[column as keyof typeof JSON_COLUMNS]);
				onDamage(column);
			}
		}
	}
}
