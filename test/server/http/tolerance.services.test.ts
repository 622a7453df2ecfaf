import { createDatabase } from '../services.ts';
import { describeTolerance } from './toleranceContract.ts';

describeTolerance('PostgreSQL', createDatabase);
