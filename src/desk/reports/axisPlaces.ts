/** At most this many parts have room between the lines of a small chart. */
const PARTS_MAX = 5;

/**
 * Where a value axis that begins at zero has its lines: at steps of 1, 2 or 5, or ten, a hundred …
 * times as much.
 */
export function axisPlaces(largest: number): number[] {
	const magnitude = 10 ** Math.floor(Math.log10(largest / PARTS_MAX));
	const step = [1, 2, 5, 10].find((factor) => factor * magnitude * PARTS_MAX >= largest) ?? 10;
	const count = Math.ceil(largest / (step * magnitude));
	// Multiplied last, so that no error of a tenth adds up.
	return Array.from({ length: count + 1 }, (_, place) => place * step * magnitude);
}
