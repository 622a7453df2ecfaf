import { createSqlite } from '../sqlite.ts';
import { describeStreams } from './streamsContract.ts';

describeStreams('SQLite', createSqlite);
