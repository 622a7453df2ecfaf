import { describeIdentity } from './identityContract.ts';
import { createDatabase } from '../services.ts';

describeIdentity('PostgreSQL', createDatabase);
