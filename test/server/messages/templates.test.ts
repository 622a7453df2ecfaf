import { describeTemplates } from './templatesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeTemplates('SQLite', createSqlite);
