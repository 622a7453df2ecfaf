/** The thread of sqliteReader.ts: runs queries on the database file, one after the other, and answers their rows. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Answer, Query } from './sqliteReader.ts';

const { path } = workerData as { path: string };
const file = new Database(path, { readonly: true });

parentPort?.on('message', ({ id, sql, parameters }: Query) => {
	let answer: Answer;
	try {
		answer = { id, rows: file.prepare(sql).all(parameters) };
	} catch (error) {
		answer = { id, error: error instanceof Error ? error.message : String(error) };
	}
	parentPort?.postMessage(answer);
});
