import { describeTeams } from './teamsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeTeams('SQLite', createSqlite);
