import { derivePalette, type Rgb } from './colors.ts';

/** Gives the document the colours that follow from a CSS colour. What the browser does not know as one changes nothing. */
export function applyColors(color: string): void {
	if (!CSS.supports('color', color)) return;
	const palette = derivePalette(readColor(color));
	const { style } = document.documentElement;
	style.setProperty('--accent', css(palette.accent));
	style.setProperty('--on-accent', css(palette.onAccent));
	style.setProperty('--accent-deep', css(palette.accentDeep));
	style.setProperty('--accent-on-light', css(palette.accentOnLight));
	style.setProperty('--accent-on-dark', css(palette.accentOnDark));
}

/** A pixel painted with it: names, `hsl()` and `oklch()` come out as what the visitor would see. */
function readColor(color: string): Rgb {
	const canvas = document.createElement('canvas');
	canvas.width = canvas.height = 1;
	const context = canvas.getContext('2d');
	if (!context) return [31, 111, 235];
	context.fillStyle = color;
	context.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
	return [red, green, blue];
}

function css([red, green, blue]: Rgb): string {
	return `rgb(${red} ${green} ${blue})`;
}
