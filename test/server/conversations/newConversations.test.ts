import { describeNewConversations } from './newConversationsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeNewConversations('SQLite', createSqlite);
