import { describeEmailCode } from './emailCodeContract.ts';
import { createDatabase } from '../services.ts';

describeEmailCode('PostgreSQL', createDatabase);
