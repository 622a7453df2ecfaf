import type { Rgb } from './colors.ts';

/**
 * A CSS colour as a visitor would see it on `ground`, read from a pixel painted with it: this also
 * understands names, `hsl()`, `oklch()` and transparency. Undefined for anything that is no colour
 * by itself, such as `red;`, `inherit` and `var(--x)`.
 */
export function readColor(color: string | undefined, ground: Rgb = [255, 255, 255]): Rgb | undefined {
	const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	if (!color || !context) return undefined;
	// A canvas ignores an invalid colour and keeps its last one. After two different ones the
	// results differ then.
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
