import { pressChat } from './chat.ts';
import { MESSAGE_VIEWS } from './chatViews.ts';

pressChat('every control of a message of each kind answers to mouse and keyboard', MESSAGE_VIEWS);
