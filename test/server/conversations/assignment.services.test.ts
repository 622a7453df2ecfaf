import { describeAssignment } from './assignmentContract.ts';
import { createDatabase } from '../services.ts';

describeAssignment('PostgreSQL', createDatabase);
