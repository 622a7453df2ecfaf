import { describeSeveral } from './severalContract.ts';
import { createDatabase } from '../services.ts';

describeSeveral('PostgreSQL', createDatabase);
