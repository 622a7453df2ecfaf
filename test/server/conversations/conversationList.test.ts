import { describeConversationList } from './conversationListContract.ts';
import { createSqlite } from '../sqlite.ts';

describeConversationList('SQLite', createSqlite);
