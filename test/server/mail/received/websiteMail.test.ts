import { createSqlite } from '../../sqlite.ts';
import { describeWebsiteMail } from './websiteMailContract.ts';

describeWebsiteMail('SQLite', createSqlite);
