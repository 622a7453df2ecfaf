import { describeKilledMigrations } from './killedMigrationsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeKilledMigrations('SQLite', createSqlite, 'select type, name, sql from sqlite_master order by type, name');
