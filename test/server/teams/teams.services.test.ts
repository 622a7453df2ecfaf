import { createDatabase } from '../services.ts';
import { describeTeams } from './teamsContract.ts';

describeTeams('PostgreSQL', createDatabase);
