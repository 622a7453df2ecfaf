import { describeTopics } from './topicsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeTopics('SQLite', createSqlite);
