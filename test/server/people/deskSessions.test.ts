import { describeDeskSessions } from './deskSessionsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeDeskSessions('SQLite', createSqlite);
