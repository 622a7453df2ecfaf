import { createDatabase } from '../services.ts';
import { describeSetup } from './setupContract.ts';

describeSetup('PostgreSQL', createDatabase);
