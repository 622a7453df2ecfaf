import { describeInboxes } from './inboxesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeInboxes('SQLite', createSqlite);
