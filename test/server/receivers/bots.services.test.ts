import { describeBots } from './botsContract.ts';
import { createDatabase } from '../services.ts';

describeBots('PostgreSQL', createDatabase);
