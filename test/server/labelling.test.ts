import { describeLabelling } from './labellingContract.ts';
import { createSqlite } from './sqlite.ts';

describeLabelling('SQLite', createSqlite);
