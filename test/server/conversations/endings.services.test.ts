import { describeEndings } from './endingsContract.ts';
import { createDatabase } from '../services.ts';

describeEndings('PostgreSQL', createDatabase);
