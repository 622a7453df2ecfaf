import { describeConversations } from './conversationContract.ts';
import { createDatabase } from '../services.ts';

describeConversations('PostgreSQL', createDatabase);
