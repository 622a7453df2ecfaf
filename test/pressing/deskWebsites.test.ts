import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, LONG_PAGES, SHARED_VIEWS } from './deskViews.ts';

pressDesk(
	'every control of a website answers to mouse and keyboard',
	ADMINISTRATOR,
	SHARED_VIEWS,
	['websites'],
	(page) => !LONG_PAGES.test(page),
);
