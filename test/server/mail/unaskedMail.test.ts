import { createSqlite } from '../sqlite.ts';
import { describeUnaskedMail } from './unaskedMailContract.ts';

describeUnaskedMail('SQLite', createSqlite);
