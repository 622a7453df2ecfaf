import { createSqlite } from '../sqlite.ts';
import { describeTolerance } from './toleranceContract.ts';

describeTolerance('SQLite', createSqlite);
