/**
 * The thread of sqliteReader.ts: runs queries on the database file, one after the other, and
 * answers their rows.
 */
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { answerCalls } from '../../base/programs/thread.ts';
import type { Query } from './sqliteReader.ts';

const { path } = workerData as { path: string };
const file = new Database(path, { readonly: true });

answerCalls<Query>(({ sql, parameters }) => file.prepare(sql).all(parameters));
