import { pressChat } from './chat.ts';
import { FAULT_VIEWS } from './chatViews.ts';

pressChat('every control answers to mouse and keyboard without a network, and where the server fails', FAULT_VIEWS);
