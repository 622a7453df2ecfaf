/** The time zones that the form of the working hours offers. */
import { formatOffset, utcOffsetAt } from '#protocol/base/timeZone.ts';

/** Every zone that the browser knows, with its offset now, from west to east. */
export function listZones(chosen: string, at: number): readonly (readonly [zone: string, text: string])[] {
	const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
	return [...zones]
		.map((zone) => ({ zone, offset: utcOffsetAt(zone, at) }))
		.toSorted((one, other) => one.offset - other.offset || (one.zone < other.zone ? -1 : 1))
		.map(({ zone, offset }) => [zone, `(GMT${formatOffset(offset)}) ${zone.replaceAll('_', ' ')}`]);
}
