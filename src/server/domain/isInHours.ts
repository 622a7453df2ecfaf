import { isOpenAt } from '#protocol/businessHours.ts';
import { knownTimeZone } from '#protocol/timeZone.ts';
import type { Inbox } from '../store/schema.ts';

/** Whether the moment is within the working hours, by the clock of the team's zone. Milliseconds since the epoch. */
export function isInHours({ working_hours, timezone }: Inbox, at: number): boolean {
	return isOpenAt({ hours: working_hours, timeZone: knownTimeZone(timezone) }, at);
}
