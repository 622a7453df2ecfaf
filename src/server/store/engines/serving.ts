/**
 * Which process serves an SQLite database: only one can, since visitors and agents of another would
 * not hear of its changes. And none can while a command moves what is in the folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SettingError } from '../../base/settings.ts';

/**
 * Claims the folder for as long as the process lives, however it ends. Answers the function that
 * gives the claim up; undefined where another process serves it. Throws a SettingError while a
 * command has the folder for itself.
 */
export function claimServing(dataDir: string): (() => void) | undefined {
	const file = openFile(dataDir);
	// It lets others read, by which they see that it is a server.
	if (lock(file, 'begin immediate')) return () => file.close();
	const isReadable = lock(file, 'select count(*) from sqlite_schema');
	file.close();
	if (isReadable) return undefined;
	throw new SettingError(
		'A command of "npm run admin" is copying what is in DATA_DIR, or a server of an older version runs: start the server when that is done',
	);
}

/**
 * Keeps servers from starting. Answers the function that gives that up; undefined where one runs.
 */
export function holdServing(dataDir: string): (() => void) | undefined {
	const file = openFile(dataDir);
	if (lock(file, 'begin exclusive')) return () => file.close();
	file.close();
	return undefined;
}

function openFile(dataDir: string): Database.Database {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	return new Database(join(dataDir, 'serving.sqlite'), { timeout: 0 });
}

/** Whether no other process keeps it from that. */
function lock(file: Database.Database, statement: string): boolean {
	try {
		file.exec(statement);
		return true;
	} catch (error) {
		if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return false;
		file.close();
		throw error;
	}
}
