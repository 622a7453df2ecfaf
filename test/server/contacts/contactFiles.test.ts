import { describeContactFiles } from './contactFilesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeContactFiles('SQLite', createSqlite);
