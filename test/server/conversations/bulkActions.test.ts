import { describeBulkActions } from './bulkActionsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeBulkActions('SQLite', createSqlite);
