import { describeDelivered } from './deliveredContract.ts';
import { createSqlite } from '../sqlite.ts';

describeDelivered('SQLite', createSqlite);
