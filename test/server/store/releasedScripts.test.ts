import { describeReleasedScripts } from './releasedScriptsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeReleasedScripts('SQLite', createSqlite);
