import { describeReports } from './reportsContract.ts';
import { createDatabase } from '../services.ts';

describeReports('PostgreSQL', createDatabase);
