import { describeAgents } from './agentsContract.ts';
import { createDatabase } from '../services.ts';

describeAgents('PostgreSQL', createDatabase);
