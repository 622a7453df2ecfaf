import * as v from 'valibot';
import { shape } from '../base/shape.ts';

/**
 * The `--lcw-*` properties that a page sets, as CSS values; the frame ignores those that are no
 * valid colour, font or length.
 */
export const FrameTheme = shape({
	/** Colours. */
	color: v.optional(v.string()),
	surface: v.optional(v.string()),
	text: v.optional(v.string()),
	/** Font families. */
	font: v.optional(v.string()),
	/** Where the first of them is, as `url(…)`. */
	fontSrc: v.optional(v.string()),
	/** A length. */
	radius: v.optional(v.string()),
});
export type FrameTheme = v.InferOutput<typeof FrameTheme>;
