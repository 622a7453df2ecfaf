import { describeSetup } from './setupContract.ts';
import { createSqlite } from '../sqlite.ts';

describeSetup('SQLite', createSqlite);
