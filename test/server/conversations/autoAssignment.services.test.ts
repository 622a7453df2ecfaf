import { describeAutoAssignment } from './autoAssignmentContract.ts';
import { createDatabase } from '../services.ts';

describeAutoAssignment('PostgreSQL', createDatabase);
