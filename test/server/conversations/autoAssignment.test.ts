import { describeAutoAssignment } from './autoAssignmentContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAutoAssignment('SQLite', createSqlite);
