import { createSqlite } from '../sqlite.ts';
import { describeTeamAssignment } from './teamAssignmentContract.ts';

describeTeamAssignment('SQLite', createSqlite);
