import { describePasswords } from './passwordsContract.ts';
import { createDatabase } from '../services.ts';

describePasswords('PostgreSQL', createDatabase);
