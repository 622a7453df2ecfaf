import { describeNotificationList } from './notificationListContract.ts';
import { createDatabase } from '../services.ts';

describeNotificationList('PostgreSQL', createDatabase);
