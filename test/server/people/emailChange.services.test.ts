import { describeEmailChange } from './emailChangeContract.ts';
import { createDatabase } from '../services.ts';

describeEmailChange('PostgreSQL', createDatabase);
