import { describeFilters } from './filtersContract.ts';
import { createSqlite } from '../sqlite.ts';

describeFilters('SQLite', createSqlite);
