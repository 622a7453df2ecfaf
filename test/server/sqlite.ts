/**
 * SQLite in a folder of the suite's own, deleted afterwards; the same interface as `createDatabase`
 * has for PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Services } from './services.ts';

export async function createSqlite(): Promise<Services> {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	return {
		options: { dataDir },
		async query(statement) {
			const database = new Database(join(dataDir, 'live-chat.sqlite'));
			try {
				const prepared = database.prepare<[], Record<string, unknown>>(statement);
				if (prepared.reader) return prepared.all();
				prepared.run();
				return [];
			} finally {
				database.close();
			}
		},
		cleanUp: async () => rmSync(dataDir, { recursive: true }),
	};
}
