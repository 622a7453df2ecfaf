import { isOpenAt } from '#protocol/entities/businessHours.ts';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import type { Inbox } from '../../store/tables/schema.ts';

/**
 * Whether the website has working hours and the moment is within them, by the clock of the team's
 * zone. Milliseconds since the epoch.
 */
export function isInHours({ working_hours_enabled, working_hours, timezone }: Inbox, at: number): boolean {
	return working_hours_enabled && isOpenAt({ hours: working_hours, timeZone: knownTimeZone(timezone) }, at);
}
