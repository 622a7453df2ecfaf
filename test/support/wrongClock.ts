/**
 * Loaded into a server before its program: each SIGUSR2 sets its clock to the next of the hours in
 * WRONG_CLOCK, such as `-1,1`. What measures durations goes on evenly, as on a machine whose clock
 * is set.
 */
const HOUR = 3_600_000;
const RealDate = Date;
const hours = (process.env['WRONG_CLOCK'] ?? '').split(',').map(Number);
let offset = 0;

const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
	construct: (target, given: []) => (given.length === 0 ? new target(now()) : new target(...given)),
	apply: () => new RealDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
	offset = (hours.shift() ?? 0) * HOUR;
});
