import type { FrameTheme } from '#protocol/entities/frameTheme.ts';
import { deriveAccents, deriveGreys, type Rgb } from '#look/colors.ts';
import { css, readColor } from '#look/readColor.ts';

/**
 * The page's wishes besides colours → the custom property, and the values it may have: no other
 * value gets into the document.
 */
const OTHERS = {
	font: ['font-family', (value: string) => /^[\p{L}\d\s"',.-]+$/u.test(value) && CSS.supports('font-family', value)],
	radius: ['--radius', (value: string) => /^[\d.]+(px|%)$/.test(value)],
} as const;

/** The custom properties with these names are set once the greys are derived. */
const GREYS = ['surface', 'raised', 'line', 'text', 'muted', 'danger', 'online'] as const;

/**
 * Sets the document's custom properties from the channel's colour, the page's wishes and the theme
 * (`applyTheme`), and removes those that the page no longer sets. A value that the browser does not
 * know as a colour changes nothing.
 */
export function applyLook(theme: FrameTheme, channelColor: string): void {
	const { style } = document.documentElement;
	for (const name of ['font', 'radius'] as const) {
		const [property, isSafe] = OTHERS[name];
		const value = theme[name];
		if (value !== undefined && isSafe(value)) style.setProperty(property, value);
		else style.removeProperty(property);
	}
	for (const name of GREYS) style.removeProperty(`--${name}`);
	const computed = getComputedStyle(document.documentElement);
	const own = (name: string) => readColor(computed.getPropertyValue(`--${name}`).trim()) ?? ([0, 0, 0] as const);
	const write = (colors: Record<string, Rgb>) => {
		for (const [name, color] of Object.entries(colors)) style.setProperty(`--${name}`, css(color));
	};

	let greys: Record<'surface' | 'raised' | 'text', Rgb> = {
		surface: own('surface'),
		raised: own('raised'),
		text: own('text'),
	};
	const surface = readColor(theme.surface, greys.surface);
	const text = readColor(theme.text, surface ?? greys.surface);
	if (surface || text) {
		greys = deriveGreys({
			surface: surface ?? greys.surface,
			text: text ?? greys.text,
			danger: own('danger'),
			online: own('online'),
		});
		write({ ...greys });
	}
	const color = readColor(theme.color, greys.surface) ?? readColor(channelColor, greys.surface);
	if (color) write(deriveAccents(color, [greys.surface, greys.raised], greys.text));
}
