import { describeAwayMail } from './awayMailContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAwayMail('SQLite', createSqlite);
