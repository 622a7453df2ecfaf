import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, EMPTY_VIEWS } from './deskViews.ts';

pressDesk('every control of what a team sets up once answers to mouse and keyboard', ADMINISTRATOR, EMPTY_VIEWS, [
	'labels',
	'attributes',
	'canned-responses',
	'bots',
	'webhooks',
	'mail',
	'audit-log',
]);
