import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, THREAD_VIEWS } from './deskViews.ts';

pressDesk('every control of header and messages answers to mouse and keyboard', ADMINISTRATOR, THREAD_VIEWS);
