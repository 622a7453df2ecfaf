import * as v from 'valibot';
import type { WorkingHours } from '#protocol/entities/channel.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const LINE =
	/^(?<first>[a-z]{3})(-(?<last>[a-z]{3}))? ((?<word>closed|all-day)|(?<from>\d{2}:\d{2})-(?<to>\d{2}:\d{2}))$/;

/**
 * Hours as a command takes them: `mon-fri 09:00-17:00`, `sat closed`, `sun all-day`. A range of
 * days may cross the end of the week (`fri-mon`); opening has to come before closing, at 24:00 at
 * the latest.
 */
export const Hours = v.pipe(
	v.string(),
	v.rawTransform(({ dataset, addIssue, NEVER }): WorkingHours[] => {
		const hours = readHours(dataset.value);
		if (typeof hours === 'object') return hours;
		addIssue({ message: hours });
		return NEVER;
	}),
);

/** The hours of each day, or what is wrong with the line. */
function readHours(line: string): WorkingHours[] | string {
	const { first = '', last = first, word, from, to } = LINE.exec(line.toLowerCase())?.groups ?? {};
	const [start, end] = [DAYS.indexOf(first), DAYS.indexOf(last)];
	if (start < 0 || end < 0) return UNREADABLE;
	const times = word === undefined ? readTimes(from ?? '', to ?? '') : withoutTimes(word);
	if (typeof times === 'string') return times;
	const count = ((end - start + DAYS.length) % DAYS.length) + 1;
	return Array.from({ length: count }, (_, index) => ({ day_of_week: (start + index) % DAYS.length, ...times }));
}

/**
 * All lines that a command got. A day is in one of them at most, since it opens and closes once.
 */
export const HoursOfDays = v.pipe(
	v.array(Hours),
	v.rawTransform(({ dataset, addIssue, NEVER }): WorkingHours[] => {
		const hours = dataset.value.flat();
		const days = hours.map(({ day_of_week }) => day_of_week);
		const twice = days.find((day, index) => days.indexOf(day) !== index);
		if (twice === undefined) return hours;
		addIssue({ message: `has ${DAYS[twice]} twice: a day opens and closes once` });
		return NEVER;
	}),
);

const UNREADABLE = 'must be like "mon-fri 09:00-17:00", "sat closed" or "sun all-day"';
const BACKWARDS =
	'must open before they close, on the same day: at 24:00 at the latest. What follows belongs to the next day, such as "sat 00:00-02:00", which opens and closes once, too';
/** What closes then is open until midnight: both ends belong to the hours. */
const LAST_MINUTE = '23:59';

type Times = Omit<WorkingHours, 'day_of_week'>;

function withoutTimes(word: string): Times {
	const none = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
	return { ...none, closed_all_day: word === 'closed', open_all_day: word === 'all-day' };
}

function readTimes(from: string, until: string): Times | string {
	const to = until === '24:00' ? LAST_MINUTE : until;
	const [openHour = 0, openMinutes = 0] = from.split(':').map(Number);
	const [closeHour = 0, closeMinutes = 0] = to.split(':').map(Number);
	const isTime = Math.max(openHour, closeHour) < 24 && Math.max(openMinutes, closeMinutes) < 60;
	if (!isTime) return UNREADABLE;
	if (from >= to) return BACKWARDS;
	return {
		open_hour: openHour,
		open_minutes: openMinutes,
		close_hour: closeHour,
		close_minutes: closeMinutes,
		closed_all_day: false,
		open_all_day: false,
	};
}
