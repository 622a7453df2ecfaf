import { describeConversationList } from './conversationListContract.ts';
import { createDatabase } from '../services.ts';

describeConversationList('PostgreSQL', createDatabase);
