/** A picture that an author puts into the Markdown of an article. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { ARTICLE_PICTURE_SIZE_MAX, AVATAR_TYPES, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { withFile } from '#client/upload.ts';
import { account, call } from '../../session/api.ts';

/** Answers its address. */
export const uploadPicture = atom(null, async (get, _set, file: File, signal: AbortSignal) => {
	const upload = { onProgress: () => {}, signal, timeout: SEND_TIMEOUT };
	// The file takes the place of its signed id.
	const input = { params: account(get), body: {} as { attachment: string } };
	const send = withFile('attachment', file, upload);
	return (await call(get, applicationRoutes.uploadPicture, input, { send })).file_url;
});

/** Why the file cannot be in an article. */
export function findRefusal({ size, type }: File): 'TOO_BIG' | 'TYPE_NOT_SUPPORTED' | undefined {
	if (!AVATAR_TYPES.includes(type)) return 'TYPE_NOT_SUPPORTED';
	return size > ARTICLE_PICTURE_SIZE_MAX ? 'TOO_BIG' : undefined;
}

export function pictureMarkdown(description: string, address: string): string {
	return `![${description.trim().replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${address})`;
}

/**
 * The text with the picture in place of what is selected, as a paragraph of its own, which is what
 * articles draw as a picture; and where the caret is after it.
 */
export function insertPicture(
	text: string,
	[start, end]: readonly [number, number],
	markdown: string,
): { text: string; caret: number } {
	const before = text.slice(0, start).trimEnd();
	const after = text.slice(end).trimStart();
	const head = before === '' ? markdown : `${before}\n\n${markdown}`;
	return { text: `${head}\n\n${after}`, caret: head.length + 2 };
}
