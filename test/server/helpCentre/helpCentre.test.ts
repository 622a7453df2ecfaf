import { describeHelpCentre } from './helpCentreContract.ts';
import { createSqlite } from '../sqlite.ts';

describeHelpCentre('SQLite', createSqlite);
