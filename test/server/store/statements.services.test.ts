import { createDatabase } from '../services.ts';
import { describeStatements } from './statementsContract.ts';

describeStatements('PostgreSQL', createDatabase);
