import { describeTranscripts } from './transcriptContract.ts';
import { createDatabase } from '../services.ts';

describeTranscripts('PostgreSQL', createDatabase);
