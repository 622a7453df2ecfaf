import { describeNotificationList } from './notificationListContract.ts';
import { createSqlite } from '../sqlite.ts';

describeNotificationList('SQLite', createSqlite);
