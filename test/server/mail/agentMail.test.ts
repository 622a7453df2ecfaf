import { describeAgentMail } from './agentMailContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAgentMail('SQLite', createSqlite);
