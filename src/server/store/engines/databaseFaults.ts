/** Faults of the database that are no fault of ours. */

/** Whether another process has locked the SQLite database. */
export function isBusy(error: unknown): boolean {
	return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Whether the disk has no room for what was to be written: SQLite's codes, and PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
	return /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|SHMOPEN)|53100|ENOSPC)$/.test(codeOf(error));
}

/**
 * Whether what a row was to refer to, such as the caller's own token, is deleted by now: SQLite's
 * code, and PostgreSQL's.
 */
export function isReferenceGone(error: unknown): boolean {
	return /^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}
