import { describeMetrics } from './metricsContract.ts';
import { createDatabase } from '../services.ts';

describeMetrics('PostgreSQL', createDatabase);
