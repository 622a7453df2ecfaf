import { pressDesk } from './desk.ts';
import { AGENT, AGENT_VIEWS } from './deskViews.ts';

pressDesk('every control that an agent has answers to mouse and keyboard', AGENT, AGENT_VIEWS, ['websites']);
