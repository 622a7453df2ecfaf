import { describeWebhooks } from './webhooksContract.ts';
import { createSqlite } from '../sqlite.ts';

describeWebhooks('SQLite', createSqlite);
