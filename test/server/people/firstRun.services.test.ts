import { describeFirstRun } from './firstRunContract.ts';
import { createDatabase } from '../services.ts';

describeFirstRun('PostgreSQL', createDatabase);
