import { describeReports } from './reportsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeReports('SQLite', createSqlite);
