import { describeBackup } from './backupContract.ts';
import { createSqlite } from '../sqlite.ts';

describeBackup('sqlite', createSqlite);
