/** What is known of a file without reading its bytes again. */
import * as v from 'valibot';

export const FileFacts = v.object({
	name: v.string(),
	/** MIME type, or '' when the browser knows none. */
	type: v.string(),
	/** Bytes. */
	size: v.number(),
	/** Width and height of a picture, in its own pixels. */
	width: v.optional(v.number()),
	height: v.optional(v.number()),
});
export type FileFacts = v.InferOutput<typeof FileFacts>;

export async function readFacts(file: File): Promise<FileFacts> {
	const { name, type, size } = file;
	return { name, type, size, ...(type.startsWith('image/') && (await readPictureSize(file))) };
}

/** Empty when the browser cannot decode the picture, such as HEIC outside Safari. */
async function readPictureSize(file: File): Promise<Pick<FileFacts, 'width' | 'height'>> {
	const url = URL.createObjectURL(file);
	const picture = new Image();
	picture.src = url;
	try {
		await picture.decode();
		return { width: picture.naturalWidth, height: picture.naturalHeight };
	} catch {
		return {};
	} finally {
		URL.revokeObjectURL(url);
	}
}
