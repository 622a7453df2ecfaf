import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, TEAM_SETTINGS } from './deskViews.ts';

pressDesk('the sign-in form, and the settings of the team', ADMINISTRATOR, TEAM_SETTINGS);
