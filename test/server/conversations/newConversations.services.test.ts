import { describeNewConversations } from './newConversationsContract.ts';
import { createDatabase } from '../services.ts';

describeNewConversations('PostgreSQL', createDatabase);
