import { describeKinds } from './kindsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeKinds('SQLite', createSqlite);
