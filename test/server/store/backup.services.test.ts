import { describeBackup } from './backupContract.ts';
import { createDatabase } from '../services.ts';

describeBackup('postgres', createDatabase);
