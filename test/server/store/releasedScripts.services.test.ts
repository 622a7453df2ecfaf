import { describeReleasedScripts } from './releasedScriptsContract.ts';
import { createDatabase } from '../services.ts';

describeReleasedScripts('PostgreSQL', createDatabase);
