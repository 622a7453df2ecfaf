/** Colours such as owners and pages choose. */
import type { Rgb } from '../../src/look/colors.ts';

/** The same colours in every run: random ones, and difficult ones. */
export function* someColors(count: number, seed = 42): Generator<Rgb> {
	const channel = () => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16) & 255;
	for (let index = 0; index < count; index += 1) yield [channel(), channel(), channel()];
	yield* [
		[0, 0, 0],
		[255, 255, 255],
		[255, 255, 0],
		[0, 0, 255],
		[118, 118, 118],
		[119, 119, 119],
		[31, 147, 255],
	] satisfies Rgb[];
}
