import { createDatabase } from '../services.ts';
import { describeMessageChanges } from './messageChangesContract.ts';

describeMessageChanges('PostgreSQL', createDatabase);
