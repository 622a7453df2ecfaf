/**
 * A website's own looks of the chat: custom properties of the frame as declarations of CSS, one on
 * each line (docs/guide/channel.md). Nothing else is taken, since the text would otherwise be a
 * style sheet in the frame.
 */
import type { FrameTheme } from '../entities/frameTheme.ts';

/** Characters; the preview's address has to have room for them. */
export const CUSTOM_PROPERTIES_MAX = 800;

/** For the light and for the dark scheme. */
export interface Themes {
	light: FrameTheme;
	dark: FrameTheme;
}

export interface WrongLine {
	/** From 1. */
	number: number;
	/** Its beginning. */
	written: string;
}

const COLOR = String.raw`#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]{1,60}\)`;
const color = new RegExp(`^(?:(${COLOR})|light-dark\\(\\s*(${COLOR})\\s*,\\s*(${COLOR})\\s*\\))$`, 'i');

/** What follows `--lcw-` → its values: one for both schemes, or one for each. */
const VALUES = {
	color,
	surface: color,
	text: color,
	font: /^([\p{L}\d\s"',.-]+)$/u,
	radius: /^(\d{1,3}(?:\.\d{1,2})?(?:px|%))$/,
} as const satisfies Partial<Record<keyof FrameTheme, RegExp>>;

/** The names that may be set. */
export const CUSTOM_PROPERTIES = Object.keys(VALUES).map((name) => `--lcw-${name}`);

/**
 * `wrong` is the first line that is no declaration of a known property with a value of its kind;
 * undefined where all are.
 */
export function readCustomProperties(text: string): { themes: Themes; wrong?: WrongLine } {
	const themes: Themes = { light: {}, dark: {} };
	for (const [index, line] of text.split('\n').entries()) {
		const written = line.trim();
		if (written === '') continue;
		const [, name = '', value = ''] = /^--lcw-(\w+)\s*:\s*([^;]*[^;\s])\s*;?$/.exec(written) ?? [];
		const rule = isKnown(name) ? VALUES[name].exec(value) : null;
		if (!isKnown(name) || !rule) return { themes, wrong: { number: index + 1, written: written.slice(0, 100) } };
		const [, both, light = both, dark = both] = rule;
		themes.light[name] = light;
		themes.dark[name] = dark;
	}
	return { themes };
}

function isKnown(name: string): name is keyof typeof VALUES {
	return Object.hasOwn(VALUES, name);
}
