import { describeAgents } from './agentsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAgents('SQLite', createSqlite);
