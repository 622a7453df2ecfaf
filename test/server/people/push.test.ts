import { describePush } from './pushContract.ts';
import { createSqlite } from '../sqlite.ts';

describePush('SQLite', createSqlite);
