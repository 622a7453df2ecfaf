import { createSqlite } from '../sqlite.ts';
import { describeMentions } from './mentionsContract.ts';

describeMentions('SQLite', createSqlite);
