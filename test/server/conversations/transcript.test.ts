import { describeTranscripts } from './transcriptContract.ts';
import { createSqlite } from '../sqlite.ts';

describeTranscripts('SQLite', createSqlite);
