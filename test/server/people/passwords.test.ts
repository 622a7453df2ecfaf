import { describePasswords } from './passwordsContract.ts';
import { createSqlite } from '../sqlite.ts';

describePasswords('SQLite', createSqlite);
