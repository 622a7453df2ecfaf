/** Copies of the SQLite database, made while the server writes. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Contents, NamedFile } from './contents.ts';

/**
 * Writes the database as it is at this moment into a file that is new or empty, which readers and
 * writers do not notice.
 */
export function copySqlite(source: string, target: string): void {
	const database = new Database(source, { fileMustExist: true, timeout: 5_000 });
	try {
		database.prepare('vacuum into ?').run(target);
	} finally {
		database.close();
	}
	// SQLite leaves that to the system.
	const file = openSync(target, 'r+');
	fsyncSync(file);
	closeSync(file);
}

/** Throws where the file is damaged. */
export function readSqliteCopy(path: string): Contents {
	const database = new Database(path, { readonly: true, fileMustExist: true });
	try {
		const faults = database.pragma('integrity_check(1)', { simple: true });
		if (faults !== 'ok') throw new Error(`SQLite finds it damaged: ${String(faults)}`);
		return { rows: countRows(database), files: database.prepare<[], NamedFile>(STORED_FILES).all() };
	} finally {
		database.close();
	}
}

const STORED_FILES = 'select key, checksum from blobs where stored_at is not null order by id';

/** Without the tables in which SQLite keeps a full-text index. */
function countRows(database: Database.Database): Contents['rows'] {
	const tables = database
		.prepare<[], { name: string }>(
			"select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%' order by name",
		)
		.all();
	return Object.fromEntries(
		tables.map(({ name }) => {
			const count = database.prepare<[], { count: number }>(`select count(*) as count from "${name}"`).get();
			return [name, count?.count ?? 0];
		}),
	);
}
