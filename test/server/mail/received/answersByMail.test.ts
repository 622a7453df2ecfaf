import { createSqlite } from '../../sqlite.ts';
import { describeAnswersByMail } from './answersByMailContract.ts';

describeAnswersByMail('SQLite', createSqlite);
