import { describeIdentity } from './identityContract.ts';
import { createSqlite } from '../sqlite.ts';

describeIdentity('SQLite', createSqlite);
