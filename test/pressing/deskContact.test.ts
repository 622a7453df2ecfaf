import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, CONTACT_VIEWS } from './deskViews.ts';

pressDesk('every control beside a conversation answers to mouse and keyboard', ADMINISTRATOR, CONTACT_VIEWS);
