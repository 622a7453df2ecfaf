import { describeEmailChange } from './emailChangeContract.ts';
import { createSqlite } from '../sqlite.ts';

describeEmailChange('SQLite', createSqlite);
