import { createSqlite } from '../sqlite.ts';
import { describeMessageChanges } from './messageChangesContract.ts';

describeMessageChanges('SQLite', createSqlite);
