import { describeHistory } from './historyContract.ts';
import { createDatabase } from '../services.ts';

describeHistory('PostgreSQL', createDatabase);
