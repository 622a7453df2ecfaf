import { describeSeveral } from './severalContract.ts';
import { createSqlite } from '../sqlite.ts';

describeSeveral('SQLite', createSqlite);
