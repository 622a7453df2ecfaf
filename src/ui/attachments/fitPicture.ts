/** CSS pixels that a picture in the conversation takes at most. */
const WIDTH = 260;
const HEIGHT = 320;
/** Where nothing is known of the picture. */
const UNKNOWN = { width: 220, height: 165 };

interface Size {
	width: number;
	height: number;
}

/** The room to keep for a picture before it has loaded, so that nothing moves when it has. It is never enlarged. */
export function fitPicture(width: number | null | undefined, height: number | null | undefined): Size {
	if (!width || !height) return UNKNOWN;
	const scale = Math.min(1, WIDTH / width, HEIGHT / height);
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
