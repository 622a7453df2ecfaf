/** The largest size of a picture in the conversation, in CSS pixels. */
const WIDTH = 260;
const HEIGHT = 320;
/** The size for a picture whose own is unknown. */
const UNKNOWN = { width: 220, height: 165 };

interface Size {
	width: number;
	height: number;
}

/**
 * The size at which a picture is shown, never enlarged. It is reserved before the picture loads, so
 * that nothing moves afterwards.
 */
export function fitPicture(width: number | null | undefined, height: number | null | undefined): Size {
	if (!width || !height) return UNKNOWN;
	const scale = Math.min(1, WIDTH / width, HEIGHT / height);
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
