// chunk: shared
/** Whether the team is available (docs/wire.md, Working hours). */
import { atom } from 'jotai/vanilla';
import { isOpenAt, type Schedule, type TimeLeft, timeLeftAt } from '#protocol/entities/businessHours.ts';
import type { ReplyTime } from '#protocol/entities/channel.ts';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import { minuteAtom } from '#models/minute.ts';
import { contactAtom } from '../contact/contact.ts';
import { channelAtom } from '../channel/channel.ts';
import { availableAgentsAtom } from './agents.ts';

/**
 * How long the visitor has to wait. `back` includes the time zone by whose clock the team works.
 */
export type Wait =
	| { kind: 'replies'; replyTime: ReplyTime }
	| { kind: 'back'; timeLeft: TimeLeft; timeZone: string }
	| { kind: 'away' };

/** The team's business hours, in its own time zone. */
export const scheduleAtom = atom((get): Schedule => {
	const { workingHours, timezone, utcOffset } = get(channelAtom);
	return { hours: workingHours, timeZone: knownTimeZone(timezone, utcOffset) };
});

/** An agent is online, or should be by the channel's business hours. */
export const isOnlineAtom = atom(
	(get) =>
		get(availableAgentsAtom).length > 0 ||
		(get(channelAtom).workingHoursEnabled && isOpenAt(get(scheduleAtom), get(minuteAtom))),
);

export const waitAtom = atom((get): Wait => {
	const { replyTime, workingHoursEnabled } = get(channelAtom);
	if (get(isOnlineAtom)) return { kind: 'replies', replyTime };
	if (!workingHoursEnabled) return { kind: 'away' };
	const schedule = get(scheduleAtom);
	return { kind: 'back', timeLeft: timeLeftAt(schedule, get(minuteAtom)), timeZone: schedule.timeZone };
});

/**
 * The team's out-of-office text, or ''. What is known of the visitor since the page was loaded may
 * be in it.
 */
export const outOfOfficeAtom = atom((get) =>
	get(isOnlineAtom)
		? ''
		: (get(contactAtom)?.out_of_office_message ?? get(channelAtom).outOfOfficeMessage ?? '').trim(),
);
