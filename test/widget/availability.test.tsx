import assert from 'node:assert/strict';
import { after, afterEach, mock, test } from 'node:test';
import type { WidgetChannel, WorkingHours } from '#protocol/entities/channel.ts';
import { ENABLED_LOCALES } from '#protocol/base/locales.ts';
import { installPage } from '../support/happyDom.ts';
import { ADA } from './ada.ts';
import { makePage } from './page.ts';

// The zone in which the vectors were made; a visitor elsewhere sees the zone's name beside the
// time.
process.env['TZ'] = 'UTC';
const removePage = installPage();
after(removePage);

const { i18n } = await import('@lingui/core');
const { I18nProvider } = await import('@lingui/react');
const { Provider } = await import('jotai/react');
const { createStore } = await import('jotai/vanilla');
const { renderToStaticMarkup } = await import('react-dom/server');
const { setPage } = await import('../../src/widget/features/channel/channel.ts');
const { showLocale } = await import('../../src/widget/features/language/language.ts');
const { receivePresence, receiveSender } = await import('../../src/widget/features/availability/agents.ts');
const { isOnlineAtom, outOfOfficeAtom, waitAtom } =
	await import('../../src/widget/features/availability/availability.ts');
const { clockTime, relativeTime, weekdayName } = await import('../../src/widget/features/availability/timeWords.ts');
const { useWaitText } = await import('../../src/widget/features/availability/useWaitText.ts');

type Store = ReturnType<typeof createStore>;

const [SUN, MON, TUE, WED, THU, FRI, SAT] = [0, 1, 2, 3, 4, 5, 6] as const;
const REPLIES = 'Typically replies in a few minutes';
const BACK = 'We will be back online';

const CLOSED = {
	open_hour: null,
	open_minutes: null,
	close_hour: null,
	close_minutes: null,
	closed_all_day: true,
	open_all_day: false,
};
const OPEN = { ...CLOSED, closed_all_day: false, open_all_day: true };

/** Hours from a text: `span('09:00-17:30')`. */
function span(text: string): Omit<WorkingHours, 'day_of_week'> {
	const [open_hour = 0, open_minutes = 0, close_hour = 0, close_minutes = 0] = text.split(/[:-]/).map(Number);
	return { open_hour, open_minutes, close_hour, close_minutes, closed_all_day: false, open_all_day: false };
}

/**
 * Monday to Friday from 9 to 17, except for `changes`; a day that changes to undefined is missing.
 */
function week(changes: Record<number, Omit<WorkingHours, 'day_of_week'> | undefined> = {}): WorkingHours[] {
	const days = [SUN, MON, TUE, WED, THU, FRI, SAT].flatMap((day_of_week) => {
		const usual = day_of_week === SUN || day_of_week === SAT ? CLOSED : span('09:00-17:00');
		const day = day_of_week in changes ? changes[day_of_week] : usual;
		return day ? [{ day_of_week, ...day }] : [];
	});
	// Reversed, since their order is not guaranteed.
	return days.toReversed();
}

const everyDay = (day: Omit<WorkingHours, 'day_of_week'>) =>
	week(Object.fromEntries([SUN, MON, TUE, WED, THU, FRI, SAT].map((weekday) => [weekday, day])));

/** `moment('Fri 17:30')`, in the week that begins with Sunday, the 5th of January 2025. */
function moment(text: string): string {
	const [day = '', time = ''] = text.split(' ');
	const date = 5 + ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(day);
	return `2025-01-${String(date).padStart(2, '0')}T${time}Z`;
}

let stopReading: (() => void) | undefined;
afterEach(() => {
	stopReading?.();
	stopReading = undefined;
	mock.timers.reset();
});

/** The frame's models, read at that moment. */
async function readAt(now: string, changes: Partial<WidgetChannel>): Promise<Store> {
	const store = createStore();
	const page = makePage();
	store.set(setPage, { ...page, channel: { ...page.channel, workingHoursEnabled: true, ...changes } });
	await store.set(showLocale);
	mock.timers.enable({ apis: ['Date', 'setTimeout'], now: new Date(now) });
	stopReading = store.sub(waitAtom, () => {});
	return store;
}

function waitText(store: Store): string {
	const Line = () => useWaitText();
	return renderToStaticMarkup(
		<Provider store={store}>
			<I18nProvider i18n={i18n}>
				<Line />
			</I18nProvider>
		</Provider>,
	);
}

async function expectAt(now: string, text: string, changes: Partial<WidgetChannel>) {
	const store = await readAt(now, changes);
	const expected = text === 'open' ? REPLIES : `${BACK} ${text}`;
	assert.equal(waitText(store), expected);
	assert.equal(store.get(isOnlineAtom), text === 'open');
}

/** Moments are in the UTC week above. */
const VECTORS: [moments: string[], text: string, hours?: WorkingHours[]][] = [
	[['Mon 05:00', 'Mon 06:00'], 'at 09:00 AM'],
	[['Mon 06:30'], 'in 3 hours'],
	[['Mon 07:30'], 'in 2 hours'],
	[['Mon 08:10'], 'in 50 minutes'],
	[['Mon 08:58'], 'in 5 minutes'],
	[['Mon 09:00', 'Mon 17:00:59'], 'open'],
	[['Mon 17:01'], 'tomorrow at 09:00 AM'],
	[['Mon 17:50'], 'tomorrow at 09:00 AM', week({ [MON]: span('09:00-17:45') })],
	[['Mon 09:10'], 'in 20 minutes', week({ [MON]: span('09:30-17:00') })],
	[['Mon 18:00'], 'tomorrow at 12:00 AM', week({ [TUE]: OPEN })],
	[['Fri 17:30', 'Fri 23:30', 'Sat 09:01', 'Sat 12:00'], 'on Monday'],
	[['Sat 05:00', 'Sat 09:00', 'Sun 05:00', 'Sun 09:00'], 'on Monday'],
	[['Thu 18:00'], 'on Monday', week({ [FRI]: CLOSED })],
	[['Sun 09:01', 'Sun 12:00', 'Sun 23:30'], 'tomorrow at 09:00 AM'],
	// Cases in which Chatwoot is wrong.
	[['Mon 08:00'], 'on Tuesday', week({ [MON]: { ...span('09:00-17:00'), closed_all_day: true } })],
	[['Mon 12:00'], 'tomorrow at 09:00 AM', week({ [MON]: { ...span('09:00-17:00'), closed_all_day: true } })],
	[['Mon 12:00', 'Sun 00:00'], 'in some time', everyDay(CLOSED)],
	[['Mon 00:00', 'Mon 12:00', 'Mon 23:59:59'], 'open', week({ [MON]: undefined })],
];

for (const [moments, text, workingHours = week()] of VECTORS) {
	for (const at of moments) {
		test(`${at}: ${text}${workingHours.length < 7 ? ', a day missing' : ''}`, () =>
			expectAt(moment(at), text, { workingHours }));
	}
}

test('the vectors of another zone and another language', async () => {
	const changes = { workingHours: week() };
	await expectAt('2025-01-06T08:10+05:30', 'in 50 minutes', {
		...changes,
		timezone: 'Asia/Kolkata',
		utcOffset: '+05:30',
	});
	mock.timers.reset();
	const store = await readAt(moment('Mon 08:10'), { ...changes, locale: 'pt_BR' });
	assert.ok(waitText(store).includes('em 50 minutos'));
});

const EDGES: [claim: string, at: string, text: string, hours: WorkingHours[]][] = [
	['open all day is open in its first minute', 'Tue 00:00', 'open', week({ [TUE]: OPEN })],
	['open all day is open in its last minute', 'Tue 23:59:59', 'open', week({ [TUE]: OPEN })],
	['the minutes of the closing hour count', 'Mon 17:45:59', 'open', week({ [MON]: span('09:00-17:45') })],
	['a missing day is the next to open', 'Fri 20:00', 'tomorrow at 12:00 AM', week({ [SAT]: undefined })],
	['no hours at all are always open', 'Sat 03:00', 'open', []],
	[
		'a day without an opening hour is closed',
		'Mon 12:00',
		'tomorrow at 09:00 AM',
		week({ [MON]: { ...OPEN, open_all_day: false } }),
	],
	[
		'hours that end before they begin are none',
		'Mon 23:00',
		'tomorrow at 09:00 AM',
		week({ [MON]: span('22:00-02:00') }),
	],
	['just under three hours is three', 'Mon 06:01', 'in 3 hours', week()],
	['one hour is one', 'Mon 08:00', 'in 1 hour', week()],
	['the minute before opening is five', 'Mon 08:59:59', 'in 5 minutes', week()],
	['midnight is no day away', 'Mon 23:50', 'in 20 minutes', week({ [TUE]: span('00:10-12:00') })],
	['nor are hours across it', 'Mon 22:00', 'in 3 hours', week({ [TUE]: span('00:30-12:00') })],
	['all day from midnight on', 'Mon 23:56', 'in 5 minutes', week({ [TUE]: OPEN })],
	[
		'a minute less than a day',
		'Mon 12:01',
		'tomorrow at 12:00 PM',
		week({ [MON]: span('09:00-12:00'), [TUE]: span('12:00-17:00') }),
	],
	['a whole day', 'Mon 12:00', 'on Tuesday', week({ [MON]: CLOSED, [TUE]: span('12:00-17:00') })],
	['one day a week: its evening', 'Wed 18:00', 'in 7 days', everyDayBut(WED)],
	['one day a week: the next day', 'Thu 08:00', 'on Wednesday', everyDayBut(WED)],
	['one day a week: later on the next day', 'Thu 18:00', 'on Wednesday', everyDayBut(WED)],
];

function everyDayBut(open: number): WorkingHours[] {
	return everyDay(CLOSED).map((day) => (day.day_of_week === open ? { ...day, ...span('09:00-17:00') } : day));
}

for (const [claim, at, text, workingHours] of EDGES) {
	test(claim, () => expectAt(moment(at), text, { workingHours }));
}

/**
 * New York goes from 02:00 to 03:00 on 9 March 2025, and from 02:00 back to 01:00 on 2 November;
 * both are Sundays.
 */
const CLOCK_CHANGES: [claim: string, at: string, text: string, open: string][] = [
	['an hour is lost before the opening', '2025-03-09T00:30-05:00', 'in 2 hours', '03:30-12:00'],
	['an hour is won before the opening', '2025-11-02T00:40-04:00', 'in 3 hours', '02:30-12:00'],
	['more than two hours by the clock are less', '2025-03-09T01:10-05:00', 'in 50 minutes', '03:00-12:00'],
	['the opening minute is left out', '2025-03-09T01:30-05:00', 'in 30 minutes', '02:30-12:00'],
	['open as soon as the clock has gone over it', '2025-03-09T03:00-04:00', 'open', '02:30-12:00'],
	['an hour that comes twice: the first time', '2025-11-02T01:10-04:00', 'in 20 minutes', '01:30-12:00'],
	['an hour that comes twice: the second time', '2025-11-02T01:10-05:00', 'in 20 minutes', '01:30-12:00'],
	['the evening before', '2025-03-08T23:00-05:00', 'tomorrow at 03:30 AM EDT', '03:30-12:00'],
	['the evening before, an hour early', '2025-03-08T23:45-05:00', 'in 3 hours', '03:30-12:00'],
	['a day before, an hour less than one', '2025-03-08T12:01-05:00', 'tomorrow at 12:00 PM EDT', '12:00-12:00'],
	['a day before, an hour more than one', '2025-11-01T12:01-04:00', 'on Sunday', '12:00-12:00'],
	['the evening before an opening minute that is left out', '2025-03-08T23:30-05:00', 'in 3 hours', '02:30-12:00'],
	['the closing minute after the change', '2025-03-09T12:00:30-04:00', 'open', '03:30-12:00'],
	['past the closing minute after the change', '2025-11-02T12:01-05:00', 'tomorrow at 03:30 AM EST', '03:30-12:00'],
];

for (const [claim, at, text, open] of CLOCK_CHANGES) {
	test(`when the clocks change: ${claim}`, () =>
		expectAt(at, text, {
			workingHours: everyDay(span(open)),
			timezone: 'America/New_York',
			// The offset when the page was generated.
			utcOffset: '-11:00',
		}));
}

test("the day is the channel's, on both sides of the date line", async () => {
	const workingHours = week();
	// Monday 10:00 on Kiritimati, Sunday 09:00 in Pago Pago.
	const at = '2025-01-05T20:00Z';
	await expectAt(at, 'open', { workingHours, timezone: 'Pacific/Kiritimati' });
	mock.timers.reset();
	await expectAt(at, 'on Monday', { workingHours, timezone: 'Pacific/Pago_Pago' });
	mock.timers.reset();
	// Friday 23:00 in Pago Pago is Sunday on Kiritimati.
	await expectAt('2025-01-11T10:00Z', 'on Monday', { workingHours, timezone: 'Pacific/Pago_Pago' });
	mock.timers.reset();
	await expectAt('2025-01-11T20:00Z', 'tomorrow at 09:00 AM GMT+14', { workingHours, timezone: 'Pacific/Kiritimati' });
});

test('an unknown time zone is replaced by the offset, and that by UTC', async () => {
	const workingHours = week();
	await expectAt('2025-01-06T08:10+05:30', 'in 50 minutes', {
		workingHours,
		timezone: 'Mars/Olympus',
		utcOffset: '+05:30',
	});
	mock.timers.reset();
	await expectAt('2025-01-06T08:10Z', 'in 50 minutes', { workingHours, timezone: '', utcOffset: 'soon' });
});

test("a time by another clock than the visitor's names its zone", async () => {
	const store = await readAt('2025-01-06T05:00+05:30', { workingHours: week(), timezone: 'Asia/Kolkata' });
	assert.equal(waitText(store), `${BACK} at 09:00 AM GMT+5:30`);
});

for (const locale of ENABLED_LOCALES) {
	test(`the wait in ${locale} is one sentence in that language's words`, async () => {
		const sayings: [at: string, words: string][] = [
			[moment('Mon 08:10'), relativeTime(locale, 50, 'minute')],
			[moment('Sun 12:00'), relativeTime(locale, 1, 'day')],
			[moment('Sun 12:00'), clockTime(locale, Date.parse(moment('Mon 09:00')), 'UTC')],
			[moment('Mon 05:00'), clockTime(locale, Date.parse(moment('Mon 09:00')), 'UTC')],
			// The beginning of the name, since some languages inflect it.
			[moment('Sat 12:00'), weekdayName(locale, MON).slice(0, 3)],
		];
		for (const [at, words] of sayings) {
			const text = waitText(await readAt(at, { workingHours: week(), locale }));
			assert.ok(text.toLocaleLowerCase(locale.slice(0, 2)).includes(words.toLocaleLowerCase(locale.slice(0, 2))), text);
			assert.equal(text.startsWith(BACK), locale === 'en');
			mock.timers.reset();
		}
	});
}

/** The sentence for each weekday, from Monday on. */
async function weekdaysIn(locale: string): Promise<string[]> {
	const texts: string[] = [];
	for (const weekday of [MON, TUE, WED, THU, FRI, SAT, SUN]) {
		// Open on that day only, and read on the evening of the day after it.
		const evening = new Date(Date.UTC(2025, 0, 5 + weekday + 1, 18)).toISOString();
		texts.push(waitText(await readAt(evening, { workingHours: everyDayBut(weekday), locale })));
		mock.timers.reset();
	}
	return texts;
}

test('a weekday is inflected, and has the preposition that it takes', async () => {
	assert.deepEqual(
		await weekdaysIn('pl'),
		['w poniedziałek', 'we wtorek', 'w środę', 'w czwartek', 'w piątek', 'w sobotę', 'w niedzielę'].map(
			(day) => `Znów będziemy online ${day}`,
		),
	);
	assert.deepEqual(
		await weekdaysIn('pt_BR'),
		['na segunda-feira', 'na terça-feira', 'na quarta-feira', 'na quinta-feira', 'na sexta-feira']
			.concat('no sábado', 'no domingo')
			.map((day) => `Voltaremos a ficar online ${day}`),
	);
});

test('every language has a form for every weekday, by its number and not by what the browser calls it', async () => {
	for (const locale of ENABLED_LOCALES) {
		const texts = await weekdaysIn(locale);
		assert.equal(new Set(texts).size, 7, locale);
		assert.doesNotMatch(texts.join(), /[({]|\bselect\b/, locale);
	}
});

test('a time in European Portuguese differs from a Brazilian one', async () => {
	const at = (locale: string) => readAt(moment('Mon 08:10'), { workingHours: week(), locale });
	assert.match(waitText(await at('pt')), /dentro de 50 minutos$/);
	mock.timers.reset();
	assert.match(waitText(await at('pt_BR')), /em 50 minutos$/);
});

test('the channel opens and closes at the minute, and the wait counts down, without a reload', async () => {
	const store = await readAt(moment('Mon 08:58:20'), { workingHours: week({ [MON]: span('09:00-09:00') }) });
	const isOnlineAfter = (milliseconds: number) => {
		mock.timers.tick(milliseconds);
		return store.get(isOnlineAtom);
	};
	assert.equal(waitText(store), `${BACK} in 5 minutes`);
	assert.equal(isOnlineAfter(99_999), false);
	assert.equal(isOnlineAfter(1), true);
	assert.equal(waitText(store), REPLIES);
	assert.equal(isOnlineAfter(59_999), true);
	assert.equal(isOnlineAfter(1), false);
	assert.equal(waitText(store), `${BACK} tomorrow at 09:00 AM`);
});

test('no timer runs while no component reads the time, nor where agents decide', async () => {
	const store = await readAt(moment('Mon 08:58'), { workingHours: week() });
	stopReading?.();
	const ticks = mock.method(globalThis, 'setTimeout');
	mock.timers.tick(120_000);
	assert.equal(ticks.mock.callCount(), 0);
	mock.timers.reset();
	await readAt(moment('Mon 08:58'), { workingHoursEnabled: false });
	mock.timers.tick(120_000);
	assert.equal(ticks.mock.callCount(), 0);
	ticks.mock.restore();
	stopReading = store.sub(waitAtom, () => {});
});

test('the reply time is shown, "a few hours" for an unknown one', async () => {
	const replyTimes = {
		in_a_few_minutes: 'a few minutes',
		in_a_few_hours: 'a few hours',
		in_a_day: 'a day',
		soon: 'a few hours',
	};
	for (const [replyTime, words] of Object.entries(replyTimes)) {
		const store = await readAt(moment('Mon 12:00'), {
			workingHours: week(),
			replyTime: replyTime as WidgetChannel['replyTime'],
		});
		assert.equal(waitText(store), `Typically replies in ${words}`);
		mock.timers.reset();
	}
});

test('an agent who writes is online at once, and offline again when presence says so', async () => {
	const store = await readAt(moment('Mon 12:00'), { workingHoursEnabled: false });
	store.set(receiveSender, { sender: { ...ADA, availability_status: 'busy' } });
	assert.equal(store.get(isOnlineAtom), false);
	store.set(receiveSender, { sender: ADA });
	store.set(receiveSender, { sender: ADA });
	assert.equal(store.get(isOnlineAtom), true);
	store.set(receivePresence, { account_id: 1, users: {} });
	assert.equal(store.get(isOnlineAtom), false);
	store.set(receiveSender, { sender: ADA });
	assert.equal(store.get(isOnlineAtom), true);
});

test('the team is online while an agent is, or within its business hours', async () => {
	for (const [hours, isWithin, isThere] of [
		[true, true, true],
		[true, true, false],
		[true, false, true],
		[true, false, false],
		[false, true, true],
		[false, true, false],
	] as const) {
		const store = await readAt(moment(isWithin ? 'Mon 12:00' : 'Mon 20:00'), {
			workingHoursEnabled: hours,
			workingHours: week(),
		});
		if (isThere) store.set(receiveSender, { sender: ADA });
		const isOnline = isThere || (hours && isWithin);
		assert.equal(store.get(isOnlineAtom), isOnline, `${hours} ${isWithin} ${isThere}`);
		assert.equal(waitText(store) === REPLIES, isOnline);
		mock.timers.reset();
	}
});

test('the out-of-office text is shown while the team is away', async () => {
	const channel = { workingHours: week(), outOfOfficeMessage: ' Back after the holidays. ' };
	assert.equal((await readAt(moment('Sat 12:00'), channel)).get(outOfOfficeAtom), 'Back after the holidays.');
	mock.timers.reset();
	assert.equal((await readAt(moment('Mon 12:00'), channel)).get(outOfOfficeAtom), '');
	mock.timers.reset();
	assert.equal((await readAt(moment('Sat 12:00'), { ...channel, outOfOfficeMessage: null })).get(outOfOfficeAtom), '');
});
