import { describeFirstRun } from './firstRunContract.ts';
import { createSqlite } from '../sqlite.ts';

describeFirstRun('SQLite', createSqlite);
