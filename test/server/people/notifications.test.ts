import { describeNotifications } from './notificationsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeNotifications('SQLite', createSqlite);
