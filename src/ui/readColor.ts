import type { Rgb } from './colors.ts';

/**
 * A CSS colour as a visitor would see it on `ground`: names, `hsl()`, `oklch()` and what shines through, from a pixel painted with
 * it. Undefined for what the browser does not know as a colour of its own, such as `red;`, `inherit` and `var(--x)`.
 */
export function readColor(color: string | undefined, ground: Rgb = [255, 255, 255]): Rgb | undefined {
	const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	if (!color || !context) return undefined;
	// What is no colour leaves the one before, whichever that was.
	const [onBlack, onWhite] = ['#000', '#fff'].map((before) => {
		context.fillStyle = before;
		context.fillStyle = color;
		return context.fillStyle;
	});
	if (onBlack !== onWhite) return undefined;
	context.fillStyle = css(ground);
	context.fillRect(0, 0, 1, 1);
	context.fillStyle = color;
	context.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
	return [red, green, blue];
}

export function css(color: Rgb): string {
	return `rgb(${color.join(' ')})`;
}
