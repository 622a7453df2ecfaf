import { describeConversations } from './conversationContract.ts';
import { createSqlite } from '../sqlite.ts';

describeConversations('SQLite', createSqlite);
