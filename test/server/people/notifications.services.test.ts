import { describeNotifications } from './notificationsContract.ts';
import { createDatabase } from '../services.ts';

describeNotifications('PostgreSQL', createDatabase);
