import { describeDeskSessions } from './deskSessionsContract.ts';
import { createDatabase } from '../services.ts';

describeDeskSessions('PostgreSQL', createDatabase);
