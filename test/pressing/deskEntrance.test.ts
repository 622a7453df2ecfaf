import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, ENTRANCE_VIEWS } from './deskViews.ts';

pressDesk('every control of the way in answers to mouse and keyboard', ADMINISTRATOR, ENTRANCE_VIEWS);
