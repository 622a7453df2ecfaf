/**
 * Derives colours that are readable, whichever colours the channel's owner and the page chose (WCAG
 * 2.2, 1.4.3 and 1.4.11).
 */

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The neutral colours of a theme: background, text, and two colours with a meaning. */
export interface Greys {
	surface: Rgb;
	text: Rgb;
	danger: Rgb;
	online: Rgb;
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const AA = 4.5;
/**
 * On a colour with at least this contrast to white, people expect white text; darkening it by a
 * shade until white is readable is not noticed.
 */
const LOOKS_DARK = 2.6;

/**
 * Derives greys that are readable: `text`, `muted`, `danger` and `online` on `surface` and on
 * `raised`.
 */
export function deriveGreys({ surface, text: wish, danger, online }: Greys) {
	const end = contrast(surface, WHITE) >= AA ? WHITE : BLACK;
	const text = readable(wish, [surface], end);
	// Where a step towards the text would make it unreadable, the step goes away from the text.
	const raised = readable(mix(surface, text, 0.06), [text], mix(surface, end === WHITE ? BLACK : WHITE, 0.06));
	const on = (color: Rgb) => readable(color, [surface, raised], text);
	return {
		surface,
		raised,
		line: mix(surface, text, 0.12),
		text,
		muted: on(mix(surface, text, 0.72)),
		danger: on(danger),
		online: on(online),
	};
}

/**
 * Derives shades of the channel's colour that are readable on the theme's surfaces and beside its
 * text.
 */
export function deriveAccents(color: Rgb, surfaces: readonly Rgb[], text: Rgb) {
	return {
		...deriveFills(color),
		/** The colour, or a shade of it, for text and outlines. */
		'accent-text': readable(isDark(surfaces[0]) ? readable(color, surfaces, brightest(color)) : color, surfaces, text),
	};
}

function isDark(surface: Rgb = WHITE): boolean {
	return contrast(surface, WHITE) > contrast(surface, BLACK);
}

/**
 * The brightest colour of the same hue and saturation: mixed with white instead, a colour turns
 * grey, as if it were disabled.
 */
function brightest(color: Rgb): Rgb {
	return mix(BLACK, color, 255 / Math.max(1, ...color));
}

/** Those of the shades that do not depend on the theme. */
export function deriveFills(color: Rgb) {
	const isWhiteOnIt = contrast(color, WHITE) >= LOOKS_DARK;
	return {
		/** The colour, or a shade of it, as a background: bubbles, buttons, the header of home. */
		accent: isWhiteOnIt ? readable(color, [WHITE], BLACK) : color,
		/** Text on `accent`. */
		'on-accent': isWhiteOnIt ? WHITE : BLACK,
		/**
		 * The end colour of a gradient over `accent`. It is opposite to the text's colour, so the
		 * text stays readable all over.
		 */
		'accent-deep': isWhiteOnIt ? BLACK : WHITE,
	};
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
	const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour, moved towards `end` only as far as necessary to be readable with all of these
 * surfaces, or texts.
 */
function readable(color: Rgb, surfaces: readonly Rgb[], end: Rgb): Rgb {
	for (let share = 0; share < 1; share += 0.05) {
		const candidate = mix(color, end, share);
		if (surfaces.every((surface) => contrast(candidate, surface) >= AA)) return candidate;
	}
	return end;
}

export function mix(color: Rgb, end: Rgb, share: number): Rgb {
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
