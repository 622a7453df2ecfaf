import * as v from 'valibot';
import type { WorkingHours } from '#protocol/channel.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const LINE =
	/^(?<first>[a-z]{3})(-(?<last>[a-z]{3}))? ((?<word>closed|all-day)|(?<from>\d{2}:\d{2})-(?<to>\d{2}:\d{2}))$/;

/**
 * Hours as a person writes them into a command: `mon-fri 09:00-17:00`, `sat closed`, `sun all-day`. Days may run over the end of
 * the week (`fri-mon`); opening comes before closing.
 */
export const Hours = v.pipe(
	v.string(),
	v.rawTransform(({ dataset, addIssue, NEVER }): WorkingHours[] => {
		const hours = readHours(dataset.value);
		if (hours) return hours;
		addIssue({ message: 'must be like "mon-fri 09:00-17:00", "sat closed" or "sun all-day"' });
		return NEVER;
	}),
);

function readHours(line: string): WorkingHours[] | undefined {
	const { first = '', last = first, word, from, to } = LINE.exec(line.toLowerCase())?.groups ?? {};
	const [start, end] = [DAYS.indexOf(first), DAYS.indexOf(last)];
	if (start < 0 || end < 0) return undefined;
	const times = word === undefined ? readTimes(from ?? '', to ?? '') : withoutTimes(word);
	if (!times) return undefined;
	const count = ((end - start + DAYS.length) % DAYS.length) + 1;
	return Array.from({ length: count }, (_, index) => ({ day_of_week: (start + index) % DAYS.length, ...times }));
}

type Times = Omit<WorkingHours, 'day_of_week'>;

function withoutTimes(word: string): Times {
	const none = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
	return { ...none, closed_all_day: word === 'closed', open_all_day: word === 'all-day' };
}

function readTimes(from: string, to: string): Times | undefined {
	const [openHour = 0, openMinutes = 0] = from.split(':').map(Number);
	const [closeHour = 0, closeMinutes = 0] = to.split(':').map(Number);
	const isTime = Math.max(openHour, closeHour) < 24 && Math.max(openMinutes, closeMinutes) < 60;
	if (!isTime || from >= to) return undefined;
	return {
		open_hour: openHour,
		open_minutes: openMinutes,
		close_hour: closeHour,
		close_minutes: closeMinutes,
		closed_all_day: false,
		open_all_day: false,
	};
}
