import { pressChat } from './chat.ts';
import { FIRST_VIEWS } from './chatViews.ts';

pressChat('every control of what a visitor meets first answers to mouse and keyboard', FIRST_VIEWS);
