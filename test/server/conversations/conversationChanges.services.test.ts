import { describeConversationChanges } from './conversationChangesContract.ts';
import { createDatabase } from '../services.ts';

describeConversationChanges('PostgreSQL', createDatabase);
