import { describePush } from './pushContract.ts';
import { createDatabase } from '../services.ts';

describePush('PostgreSQL', createDatabase);
