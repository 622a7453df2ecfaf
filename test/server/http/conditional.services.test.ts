import { describeConditional } from './conditionalContract.ts';
import { createDatabase } from '../services.ts';

describeConditional('PostgreSQL', createDatabase);
