import { pressDesk } from './desk.ts';
import { ADMINISTRATOR } from './deskViews.ts';

pressDesk('every control of the help center answers to mouse and keyboard', ADMINISTRATOR, [], ['help-centre']);
