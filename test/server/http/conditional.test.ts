import { describeConditional } from './conditionalContract.ts';
import { createSqlite } from '../sqlite.ts';

describeConditional('SQLite', createSqlite);
