import { describeTopics } from './topicsContract.ts';
import { createDatabase } from '../services.ts';

describeTopics('PostgreSQL', createDatabase);
