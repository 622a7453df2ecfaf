import { describeMailQueue } from './mailQueueContract.ts';
import { createDatabase } from '../services.ts';

describeMailQueue('PostgreSQL', createDatabase);
