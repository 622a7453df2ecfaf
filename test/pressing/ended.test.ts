import { pressChat } from './chat.ts';
import { ENDED_VIEWS } from './chatViews.ts';

pressChat('every control of what a conversation leaves answers to mouse and keyboard', ENDED_VIEWS);
