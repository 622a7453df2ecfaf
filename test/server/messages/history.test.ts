import { describeHistory } from './historyContract.ts';
import { createSqlite } from '../sqlite.ts';

describeHistory('SQLite', createSqlite);
