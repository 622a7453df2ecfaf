import { describeAgentMail } from './agentMailContract.ts';
import { createDatabase } from '../services.ts';

describeAgentMail('PostgreSQL', createDatabase);
