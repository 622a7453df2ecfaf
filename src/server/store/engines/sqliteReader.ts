/**
 * Reads SQLite in a thread of its own, for queries whose time grows with the history, such as a
 * search for a frequent beginning of a word: the server goes on answering everything else. It sees
 * what is committed.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Thread } from '../../base/programs/thread.ts';
import { toSqlite } from '../tables/columns.ts';

export interface Query {
	sql: string;
	parameters: unknown[];
}

export class ReadingDriver implements Driver {
	readonly #thread: Thread<Query>;

	/** `path`: of the database file. */
	constructor(path: string) {
		this.#thread = new Thread('src/server/store/engines/readerThread.ts', { path });
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		return {
			executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
				rows: await this.#thread.call<R[]>({ sql, parameters: parameters.map(toSqlite) }),
			}),
			streamQuery: refuse,
		};
	}

	async releaseConnection(): Promise<void> {}

	beginTransaction = refuse;
	commitTransaction = refuse;
	rollbackTransaction = refuse;

	destroy(): Promise<void> {
		return this.#thread.end();
	}
}

function refuse(): never {
	throw new Error('This connection only reads');
}
