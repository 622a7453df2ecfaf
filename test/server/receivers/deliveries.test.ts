import { describeDeliveries } from './deliveriesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeDeliveries('SQLite', createSqlite);
