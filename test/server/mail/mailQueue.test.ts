import { describeMailQueue } from './mailQueueContract.ts';
import { createSqlite } from '../sqlite.ts';

describeMailQueue('SQLite', createSqlite);
