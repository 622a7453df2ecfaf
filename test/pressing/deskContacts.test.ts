import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, CONTACT_LIST_VIEWS } from './deskViews.ts';

pressDesk('every control of the list of contacts answers to mouse and keyboard', ADMINISTRATOR, CONTACT_LIST_VIEWS);
