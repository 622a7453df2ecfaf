import { describeConversationChanges } from './conversationChangesContract.ts';
import { createSqlite } from '../sqlite.ts';

describeConversationChanges('SQLite', createSqlite);
