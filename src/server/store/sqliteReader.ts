/**
 * Reads SQLite in a thread of its own, for queries whose time grows with the history, such as a search for a frequent beginning of a
 * word: the server answers everything else meanwhile. It sees what is committed.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ROOT } from '../base/root.ts';
import { toSqlite } from './columns.ts';

export interface Query {
	id: number;
	sql: string;
	parameters: unknown[];
}

export type Answer = { id: number; rows: unknown[] } | { id: number; error: string };

const THREAD = `${ROOT}src/server/store/readerThread.ts`;

/** Starts its thread with the first query. */
export class ReadingDriver implements Driver {
	readonly #path: string;
	readonly #waiting = new Map<number, PromiseWithResolvers<unknown[]>>();
	#thread: Worker | undefined;
	#count = 0;

	/** `path`: of the database file. */
	constructor(path: string) {
		this.#path = path;
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		return {
			executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
				rows: (await this.#read(sql, parameters.map(toSqlite))) as R[],
			}),
			streamQuery: refuse,
		};
	}

	async releaseConnection(): Promise<void> {}

	beginTransaction = refuse;
	commitTransaction = refuse;
	rollbackTransaction = refuse;

	async destroy(): Promise<void> {
		await this.#thread?.terminate();
	}

	#read(sql: string, parameters: unknown[]): Promise<unknown[]> {
		const thread = (this.#thread ??= this.#start());
		const id = (this.#count += 1);
		const read = Promise.withResolvers<unknown[]>();
		this.#waiting.set(id, read);
		// The process may only end while nothing is read.
		thread.ref();
		thread.postMessage({ id, sql, parameters } satisfies Query);
		return read.promise;
	}

	#start(): Worker {
		const thread = new Worker(THREAD, { workerData: { path: this.#path }, execArgv: [] });
		let reason = new Error('The thread that reads the database has ended');
		thread.on('message', (answer: Answer) => {
			const read = this.#waiting.get(answer.id);
			this.#waiting.delete(answer.id);
			if (this.#waiting.size === 0) thread.unref();
			if ('rows' in answer) read?.resolve(answer.rows);
			else read?.reject(new Error(answer.error));
		});
		thread.on('error', (error: Error) => (reason = error));
		// The next query starts another one.
		thread.on('exit', () => {
			if (this.#thread === thread) this.#thread = undefined;
			for (const { reject } of this.#waiting.values()) reject(reason);
			this.#waiting.clear();
		});
		return thread;
	}
}

function refuse(): never {
	throw new Error('This connection only reads');
}
