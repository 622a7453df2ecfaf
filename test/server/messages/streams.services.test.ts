import { createDatabase } from '../services.ts';
import { describeStreams } from './streamsContract.ts';

describeStreams('PostgreSQL', createDatabase);
