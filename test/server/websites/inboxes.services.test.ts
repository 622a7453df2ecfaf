import { describeInboxes } from './inboxesContract.ts';
import { createDatabase } from '../services.ts';

describeInboxes('PostgreSQL', createDatabase);
