import { pressDesk } from './desk.ts';
import { ADMINISTRATOR, LONG_PAGES } from './deskViews.ts';

pressDesk(
	"every control of a website's long forms answers to mouse and keyboard",
	ADMINISTRATOR,
	[],
	['websites'],
	(page) => LONG_PAGES.test(page),
);
