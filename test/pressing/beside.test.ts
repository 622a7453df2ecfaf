import { pressChat } from './chat.ts';
import { OTHER_VIEWS } from './chatViews.ts';

pressChat('every control around a conversation answers to mouse and keyboard', OTHER_VIEWS);
