import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, DARK_SURFACE, derivePalette, LIGHT_SURFACE, type Rgb } from '../../src/widget/ui/colors.ts';

/** The same 200 in every run. */
function* someColors(): Generator<Rgb> {
	let seed = 42;
	const channel = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % 256;
	for (let count = 0; count < 200; count += 1) yield [channel(), channel(), channel()];
	yield* [
		[0, 0, 0],
		[255, 255, 255],
		[255, 255, 0],
		[31, 147, 255],
	] satisfies Rgb[];
}

test('text on and in every colour that an owner may choose has a contrast of 4.5', () => {
	for (const color of someColors()) {
		const { accent, onAccent, accentOnLight, accentOnDark } = derivePalette(color);
		assert.ok(contrast(accent, onAccent) >= 4.5, `text on ${color.join()}`);
		assert.ok(contrast(accentOnLight, LIGHT_SURFACE) >= 4.5, `${color.join()} on light`);
		assert.ok(contrast(accentOnDark, DARK_SURFACE) >= 4.5, `${color.join()} on dark`);
	}
});

test('a colour that can be read as it is stays as it is', () => {
	assert.deepEqual(derivePalette([20, 80, 160]).accent, [20, 80, 160]);
	assert.deepEqual(derivePalette([20, 80, 160]).accentOnLight, [20, 80, 160]);
});
