import { describeLabelling } from './labellingContract.ts';
import { createDatabase } from '../services.ts';

describeLabelling('PostgreSQL', createDatabase);
