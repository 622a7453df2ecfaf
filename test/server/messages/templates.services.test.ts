import { describeTemplates } from './templatesContract.ts';
import { createDatabase } from '../services.ts';

describeTemplates('PostgreSQL', createDatabase);
