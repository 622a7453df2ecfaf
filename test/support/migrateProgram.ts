/**
 * Opens the database, which brings it up to date, and prints how many statements that took. With
 * `KILL_AFTER` it ends itself with SIGKILL after so many.
 */
import { openStore } from '../../src/server/store/store.ts';

const { DATA_DIR = '', DATABASE_URL, KILL_AFTER } = process.env;
let count = 0;
const store = await openStore({
	dataDir: DATA_DIR,
	databaseUrl: DATABASE_URL || undefined,
	onQuery() {
		count += 1;
		if (count === Number(KILL_AFTER)) process.kill(process.pid, 'SIGKILL');
	},
});
await store.close();
console.log(count);
