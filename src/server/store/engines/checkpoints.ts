/**
 * Copies what was committed from SQLite's write-ahead log into the database file
 * (https://sqlite.org/wal.html, Checkpointing). The file's pages lie anywhere in it and the disk
 * has to confirm them, so a thread does it: in the server's own, every hundredth message would wait
 * several milliseconds longer.
 */
import type { Database } from 'better-sqlite3';
import { Thread } from '../../base/programs/thread.ts';

/**
 * Milliseconds from a commit to its checkpoint: what many commits change in one page is copied
 * once.
 */
const DELAY = 250;

/**
 * The pages in the log, of 4 kB, from which on a commit itself copies the rest. The log starts over
 * only where nothing is left to copy, which a thread beside a busy writer never finds.
 */
const PAGES_MAX = 8_000;

export class Checkpoints {
	readonly #thread: Thread<null>;
	#planned: NodeJS.Timeout | undefined;
	#hasEnded = false;

	/** `path`: of the database file, which `file` writes. */
	constructor(path: string, file: Database) {
		this.#thread = new Thread('src/server/store/engines/checkpointThread.ts', { path });
		file.pragma(`wal_autocheckpoint = ${PAGES_MAX}`);
	}

	/**
	 * Has to be called after each transaction. What a statement writes outside of one is copied
	 * with the next.
	 */
	plan(): void {
		if (this.#hasEnded) return;
		this.#planned ??= setTimeout(() => this.#run(), DELAY).unref();
	}

	#run(): void {
		this.#planned = undefined;
		// One that fails loses nothing: the log keeps what was not copied, and a later one copies
		// it.
		this.#thread.call(null).catch(() => undefined);
	}

	/** The thread would open the database again, so none is planned any more. */
	end(): Promise<void> {
		this.#hasEnded = true;
		clearTimeout(this.#planned);
		return this.#thread.end();
	}
}
