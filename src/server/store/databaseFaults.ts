/** Faults of the database that are no fault of ours, and that pass. */

/** Whether another process has locked the SQLite database. */
export function isBusy(error: unknown): boolean {
	return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Whether the disk has no room for what was to be written: SQLite's codes, and PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
	return /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|SHMOPEN)|53100|ENOSPC)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}
