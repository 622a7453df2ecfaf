import { describeMetrics } from './metricsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeMetrics('SQLite', createSqlite);
