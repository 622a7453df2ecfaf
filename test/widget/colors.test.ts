import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, deriveAccents, deriveGreys, type Greys, mix, type Rgb } from '../../src/look/colors.ts';
import { someColors } from '../support/someColors.ts';

const TEXT = 4.5;
const SHAPE = 3;
/** The contrast that may be lost because screens round colours to steps of 1/255. */
const ROUNDING = 0.02;

type Shown = ReturnType<typeof deriveGreys>;

/** The themes, from the style sheet. */
const THEMES = [...readTheme()];

test('the greys of both themes can be read on each other', () => {
	assert.equal(THEMES.length, 2);
	for (const greys of THEMES) assertReadable(greys, 'the theme');
});

test('on any colour of the owner, everything drawn in it and on it is readable, in light and in dark', () => {
	for (const color of someColors(200)) for (const greys of THEMES) assertAccents(color, greys);
});

test('on any surface and text of the page, the greys and the accent are readable', () => {
	const texts = [...someColors(200, 7)];
	for (const [index, surface] of [...someColors(200)].entries()) {
		for (const own of THEMES) {
			for (const text of [texts[index], own.text, surface]) {
				const greys = deriveGreys({ ...own, surface, text: text ?? own.text });
				assertReadable(greys, `text ${String(text)} on ${surface.join()}`);
				for (const color of someColors(5, index + 1)) assertAccents(color, greys);
			}
		}
	}
});

test('a colour that is readable stays unchanged', () => {
	const { accent, 'accent-text': accentText } = accents([20, 80, 160], light());
	assert.deepEqual(accent, [20, 80, 160]);
	assert.deepEqual(accentText, [20, 80, 160]);
	assert.deepEqual(deriveGreys({ ...light(), surface: [250, 245, 230], text: [34, 34, 34] }).text, [34, 34, 34]);
});

test('in the dark a colour is brightened without turning grey', () => {
	const [, dark] = THEMES;
	const saturation = (color: Rgb) => 1 - Math.min(...color) / Math.max(...color);
	for (const color of [
		[47, 93, 98],
		[120, 20, 60],
		[31, 60, 160],
	] as const) {
		const { 'accent-text': text } = accents(color, dark ?? light());
		assert.notDeepEqual(text, color);
		assert.ok(saturation(text) > saturation(color) - 0.35, `${color.join()} became ${text.join()}`);
	}
	const { 'accent-text': teal } = accents([47, 93, 98], dark ?? light());
	assert.ok(saturation(teal) > 0.5, teal.join());
});

function accents(color: Rgb, { surface, raised, text }: Shown) {
	return deriveAccents(color, [surface, raised], text);
}

/** Checks every pair of colours that the style sheets of `src/widget` put on each other. */
function assertAccents(color: Rgb, greys: Shown) {
	const derived = accents(color, greys);
	const { accent, 'on-accent': onAccent, 'accent-deep': deep, 'accent-text': accentText } = derived;
	const pairs: [name: string, Rgb, Rgb, number][] = [
		['text, link, icon and focus ring on an own bubble, a button and the header', onAccent, accent, TEXT],
		['text on a button that is pointed at', onAccent, mix(accent, deep, 0.1), TEXT],
		['text at the end of the header', onAccent, mix(accent, deep, 0.22), TEXT],
		['code in an own bubble', onAccent, mix(accent, deep, 0.1), TEXT],
		['icon of the header that is pointed at', onAccent, mix(accent, onAccent, 0.1), SHAPE],
		['link, choice and focus ring', accentText, greys.surface, TEXT],
		['link and focus ring on grey', accentText, greys.raised, TEXT],
		// It is decoration, since the name is beside it.
		['initials in a face', greys.text, mix(greys.surface, accentText, 0.14), SHAPE],
	];
	assertPairs(pairs, `${color.join()} on ${greys.surface.join()}`);
}

function assertReadable({ surface, raised, text, muted, danger, online }: Shown, about: string) {
	const words = { text, muted, danger, online };
	const pairs = Object.entries(words).flatMap(([name, color]): [string, Rgb, Rgb, number][] => [
		[name, color, surface, TEXT],
		[`${name} on grey`, color, raised, TEXT],
	]);
	assertPairs(pairs, about);
}

function assertPairs(pairs: [string, Rgb, Rgb, number][], about: string) {
	for (const [name, one, other, least] of pairs) {
		const found = contrast(one, other);
		assert.ok(found >= least - ROUNDING, `${name}, ${about}: ${found.toFixed(2)} of ${one.join()} and ${other.join()}`);
	}
}

function light(): Shown {
	const [first] = THEMES;
	if (!first) throw new Error('The style sheet has no theme');
	return first;
}

function* readTheme(): Generator<Shown> {
	const sheet = readFileSync(new URL('../../src/ui/theme.css', import.meta.url), 'utf8');
	for (const [, block = ''] of sheet.matchAll(/:root(?:\[data-theme='dark'\])? \{([^}]*)\}/g)) {
		const read = (name: string) => {
			const [, hex = ''] = new RegExp(`--${name}: #(\\w+)`).exec(block) ?? [];
			const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
			const [red = 0, green = 0, blue = 0] = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
			return [red, green, blue] as const;
		};
		const own: Greys = { surface: read('surface'), text: read('text'), danger: read('danger'), online: read('online') };
		yield { ...own, raised: read('raised'), line: read('line'), muted: read('muted') };
	}
}
