/** Mulberry32, a small random generator that gives the same numbers everywhere. */
export function randomFrom(seed: number) {
	let state = seed;
	const number = (): number => {
		state = (state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		below: (limit: number): number => Math.floor(number() * limit),
		oneOf: <T>(values: readonly T[]): T => values[Math.floor(number() * values.length)] as T,
	};
}

export type Random = ReturnType<typeof randomFrom>;
