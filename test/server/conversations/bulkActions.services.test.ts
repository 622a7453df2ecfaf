import { describeBulkActions } from './bulkActionsContract.ts';
import { createDatabase } from '../services.ts';

describeBulkActions('PostgreSQL', createDatabase);
