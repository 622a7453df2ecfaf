import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, COMPOSER_VIEWS } from './deskViews.ts';

pressDesk('every control of the composer answers to mouse and keyboard', ADMINISTRATOR, COMPOSER_VIEWS);
