import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, LIST_VIEWS } from './deskViews.ts';

pressDesk('every control of the list and of the reports answers to mouse and keyboard', ADMINISTRATOR, LIST_VIEWS);
