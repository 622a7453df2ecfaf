/**
 * The name that the sender gave a file. It is shown, and suggested when the file is saved; it never
 * becomes a path on our disk.
 */
import { withoutControls } from '#markdown/withoutControls.ts';

/** Bytes that common file systems allow for a name. */
const NAME_MAX = 255;

/**
 * Makes `raw` a single, harmless path segment that is not too long, and keeps its extension; `file`
 * where nothing is left.
 */
export function displayName(raw: string): string {
	const name = withoutControls(raw, '_')
		.replaceAll(/[/\\]/g, '_')
		.trim()
		// Windows drops these when it saves a file, which would reveal a hidden extension.
		.replace(/[. ]+$/, '');
	return name === '' ? 'file' : shorten(name);
}

/** The extension in lower case, without the dot; '' when there is none. */
export function extensionOf(name: string): string {
	return /[^.]\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * The header's value (RFC 6266): the exact name for current browsers, and an ASCII approximation
 * for older ones.
 */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
	const likeness = name.replaceAll(/[^ -~]|["\\%]/gu, '_');
	return `${disposition}; filename="${likeness}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/**
 * RFC 8187: `encodeURIComponent` does not encode four characters that have a meaning in such a
 * value.
 */
function encodeExtended(name: string): string {
	return encodeURIComponent(name).replaceAll(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

function shorten(name: string): string {
	if (Buffer.byteLength(name) <= NAME_MAX) return name;
	const extension = extensionOf(name);
	const ending = extension === '' ? '' : `.${extension}`;
	let room = NAME_MAX - Buffer.byteLength(ending);
	let stem = '';
	for (const character of name) {
		room -= Buffer.byteLength(character);
		if (room < 0) break;
		stem += character;
	}
	return stem + ending;
}
