import { createDatabase } from '../../services.ts';
import { describeAnswersByMail } from './answersByMailContract.ts';

describeAnswersByMail('PostgreSQL', createDatabase);
