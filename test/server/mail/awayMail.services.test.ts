import { describeAwayMail } from './awayMailContract.ts';
import { createDatabase } from '../services.ts';

describeAwayMail('PostgreSQL', createDatabase);
