import { describeBots } from './botsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeBots('SQLite', createSqlite);
