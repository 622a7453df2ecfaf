import { describeEmailCode } from './emailCodeContract.ts';
import { createSqlite } from '../sqlite.ts';

describeEmailCode('SQLite', createSqlite);
