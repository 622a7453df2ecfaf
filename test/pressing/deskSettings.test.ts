import { pressDesk } from './desk.ts';
import { ADMINISTRATOR } from './deskViews.ts';

pressDesk(
	'every control of some settings answers to mouse and keyboard',
	ADMINISTRATOR,
	[],
	['account', 'notifications', 'campaigns', 'team', 'people'],
);
