/**
 * What a history uses of the widget: the frame's program, and the models that it reads and changes
 * as the views do.
 */
export { boot } from '../../src/widget/app/boot.ts';
export { conversationIdAtom } from '../../src/widget/features/conversation/conversation.ts';
export { draftAtom, writeDraft } from '../../src/widget/features/messages/draft.ts';
export { shownMessagesAtom } from '../../src/widget/features/messages/messages.ts';
export { hasOlderAtom } from '../../src/widget/features/messages/reading.ts';
export { sendDraft } from '../../src/widget/features/sending/sendDraft.ts';
