import { describeWebhooks } from './webhooksContract.ts';
import { createDatabase } from '../services.ts';

describeWebhooks('PostgreSQL', createDatabase);
