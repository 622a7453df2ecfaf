import { describeMail } from './mailContract.ts';
import { createDatabase } from '../services.ts';

describeMail('PostgreSQL', createDatabase);
