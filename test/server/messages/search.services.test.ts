import { describeSearch } from './searchContract.ts';
import { createDatabase } from '../services.ts';

describeSearch('PostgreSQL', createDatabase);
