import { describeSearch } from './searchContract.ts';
import { createSqlite } from '../sqlite.ts';

describeSearch('SQLite', createSqlite);
