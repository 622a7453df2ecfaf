import { describeContactFiles } from './contactFilesContract.ts';
import { createDatabase } from '../services.ts';

describeContactFiles('PostgreSQL', createDatabase);
