import { describeAssignment } from './assignmentContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAssignment('SQLite', createSqlite);
