import { createDatabase } from '../services.ts';
import { describeUnaskedMail } from './unaskedMailContract.ts';

describeUnaskedMail('PostgreSQL', createDatabase);
