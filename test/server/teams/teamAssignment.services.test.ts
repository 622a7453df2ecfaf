import { createDatabase } from '../services.ts';
import { describeTeamAssignment } from './teamAssignmentContract.ts';

describeTeamAssignment('PostgreSQL', createDatabase);
