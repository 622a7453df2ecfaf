import { useLingui } from '@lingui/react/macro';

type Unit = 'second' | 'minute' | 'hour' | 'day';

const SECONDS: Record<Unit, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

export interface Scale {
	/** How many of the value are one of what is written. */
	divisor: number;
	write: (amount: number) => string;
}

/** How the figures of a report are written. `zone`: whose days they tell of. */
export function useFigures(zone: string) {
	const { i18n } = useLingui();
	const inUnit = (unit: Unit): Scale => ({
		divisor: SECONDS[unit],
		write: (amount) =>
			i18n.number(amount, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: amount < 10 ? 1 : 0 }),
	});
	const scaleOf = (seconds: number): Scale => inUnit(unitOf(seconds));
	return {
		count: (value: number) => i18n.number(value),
		average: (value: number) => i18n.number(value, { maximumFractionDigits: 1 }),
		duration: (seconds: number) => {
			const { divisor, write } = scaleOf(seconds);
			return write(seconds / divisor);
		},
		/** The unit in which values up to this one are written. */
		scaleOf,
		day: (timestamp: number) =>
			i18n.date(new Date(timestamp * 1000), { timeZone: zone, day: 'numeric', month: 'short' }),
		days: (count: number) => i18n.number(count, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
	};
}

/** The largest of which there are at least one and a half, so that the number says enough. */
function unitOf(seconds: number): Unit {
	const units = ['day', 'hour', 'minute'] as const;
	return units.find((unit) => seconds >= 1.5 * SECONDS[unit]) ?? 'second';
}
