import { pressChat } from './chat.ts';
import { CONVERSATION_VIEWS } from './chatViews.ts';

pressChat('every control of a conversation and beside it answers to mouse and keyboard', CONVERSATION_VIEWS);
