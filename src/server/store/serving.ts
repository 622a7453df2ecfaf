/** Which process serves an SQLite database: only one can, since visitors and agents of another would not hear of its changes. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Locks the database's folder for as long as the process lives, however it ends. Answers the function that gives the lock up;
 * undefined where another process has it.
 */
export function claimServing(dataDir: string): (() => void) | undefined {
	const file = new Database(join(dataDir, 'serving.sqlite'), { timeout: 0 });
	try {
		file.exec('begin exclusive');
		return () => file.close();
	} catch (error) {
		file.close();
		if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined;
		throw error;
	}
}
