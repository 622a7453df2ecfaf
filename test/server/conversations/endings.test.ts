import { describeEndings } from './endingsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeEndings('SQLite', createSqlite);
