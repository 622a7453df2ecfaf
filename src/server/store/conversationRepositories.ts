/** The repositories of conversations, their lists and counts, and their messages. */
import type { Kysely } from 'kysely';
import { createAssignments } from './assignments.ts';
import { createConversationCounts } from './conversationCounts.ts';
import { createConversationList } from './conversationList.ts';
import { createConversations } from './conversations.ts';
import { createMessages } from './messages.ts';
import { createMessageStreams } from './messageStreams.ts';
import type { Database } from './schema.ts';

export function createConversationRepositories(db: Kysely<Database>) {
	return {
		conversations: createConversations(db),
		conversationList: createConversationList(db),
		conversationCounts: createConversationCounts(db),
		assignments: createAssignments(db),
		messages: createMessages(db),
		messageStreams: createMessageStreams(db),
	};
}
