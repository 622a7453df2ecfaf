/** Colours that can be read, whatever colour the channel's owner chose (WCAG 2.2, 1.4.3 and 1.4.11). */

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface Palette {
	/** The channel's colour, or a shade of it: bubbles, buttons, the header of home. */
	accent: Rgb;
	/** Text on it. */
	onAccent: Rgb;
	/** What the accent may fade towards while its text stays as readable: the other end from the text. */
	accentDeep: Rgb;
	/** The accent as text and outline on light and on dark surfaces. */
	accentOnLight: Rgb;
	accentOnDark: Rgb;
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The grey that is hardest to read on in each theme: team bubbles (`--raised`). */
export const LIGHT_SURFACE: Rgb = [241, 242, 245];
export const DARK_SURFACE: Rgb = [38, 42, 50];
const AA = 4.5;
/** From this contrast with white on, people expect white text on a colour, and a shade more of it is not noticed. */
const LOOKS_DARK = 2.6;

export function derivePalette(accent: Rgb): Palette {
	const isWhiteOnIt = contrast(accent, WHITE) >= LOOKS_DARK;
	return {
		accent: isWhiteOnIt ? readable(accent, WHITE, BLACK) : accent,
		onAccent: isWhiteOnIt ? WHITE : BLACK,
		accentDeep: isWhiteOnIt ? BLACK : WHITE,
		accentOnLight: readable(accent, LIGHT_SURFACE, BLACK),
		accentOnDark: readable(accent, DARK_SURFACE, WHITE),
	};
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
	const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** The colour, moved towards `end` just as far as it takes to be read on `surface`, or under text of that colour. */
function readable(color: Rgb, surface: Rgb, end: Rgb): Rgb {
	for (let share = 0; share < 1; share += 0.05) {
		const candidate = mix(color, end, share);
		if (contrast(candidate, surface) >= AA) return candidate;
	}
	return end;
}

function mix(color: Rgb, end: Rgb, share: number): Rgb {
	const channel = (index: 0 | 1 | 2) => Math.round(color[index] + (end[index] - color[index]) * share);
	return [channel(0), channel(1), channel(2)];
}

function luminance(color: Rgb): number {
	const [red, green, blue] = color.map(linear) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
	const share = channel / 255;
	return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
