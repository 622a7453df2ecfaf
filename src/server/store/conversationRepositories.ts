/** The repositories of conversations, their lists and counts, and their messages. */
import { createAssignments } from './assignments.ts';
import { createConversationCounts } from './conversationCounts.ts';
import { createConversationList } from './conversationList.ts';
import { createConversations } from './conversations.ts';
import { createMessages } from './messages.ts';
import { createMessageStreams } from './messageStreams.ts';

export const conversationRepositories = {
	conversations: createConversations,
	conversationList: createConversationList,
	conversationCounts: createConversationCounts,
	assignments: createAssignments,
	messages: createMessages,
	messageStreams: createMessageStreams,
};
