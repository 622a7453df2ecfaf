import { createSqlite } from '../sqlite.ts';
import { describeStatements } from './statementsContract.ts';

describeStatements('SQLite', createSqlite);
