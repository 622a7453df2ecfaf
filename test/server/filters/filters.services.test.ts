import { createDatabase } from '../services.ts';
import { describeFilters } from './filtersContract.ts';

describeFilters('PostgreSQL', createDatabase);
