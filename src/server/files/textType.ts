/**
 * Types without a signature: text, and the kinds of text that a browser or a shell would execute.
 */

/**
 * The text at the beginning of a file; undefined when the bytes are no text. Unknown 8-bit
 * encodings count as text.
 */
export function readText(head: Uint8Array): string | undefined {
	const text = new TextDecoder(encodingOf(head)).decode(head);
	return hasBinary(text) ? undefined : text;
}

/** The type of a text that is markup or a program; undefined for any other. */
export function activeTextType(text: string): string | undefined {
	if (text.startsWith('#!')) return 'text/x-shellscript';
	if (/^\s*<\?(php|=)/i.test(text)) return 'text/x-php';
	const { rest, skipped } = skipProlog(text);
	if (/^<([\w-]+:)?svg[\s/>]/i.test(rest)) return 'image/svg+xml';
	if (HTML_TAG.test(rest) || /<!doctype\s+html/i.test(skipped)) return 'text/html';
	if (/<\?xml/i.test(skipped)) return 'application/xml';
	return skipped.includes('<!') || rest.startsWith('<!') ? 'text/html' : undefined;
}

/**
 * The tags by which browsers recognise HTML without a content type:
 * https://mimesniff.spec.whatwg.org
 */
const HTML_TAG =
	/^<(html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|img|meta|link|base|object|embed|form|input|video|audio|math)[\s/>]/i;

/** White space, comments, processing instructions and doctypes. */
const PROLOG = /\s+|<!--[^]*?-->|<\?[^]*?\?>|<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/iy;

function skipProlog(text: string): { skipped: string; rest: string } {
	let end = 0;
	for (PROLOG.lastIndex = 0; PROLOG.test(text); end = PROLOG.lastIndex);
	return { skipped: text.slice(0, end), rest: text.slice(end) };
}

function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
	return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Whether there are characters that no text has, by the browsers' rule:
 * https://mimesniff.spec.whatwg.org/#binary-data-byte
 */
function hasBinary(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code < 0x20 && !TEXT_CONTROLS.has(code)) return true;
	}
	return false;
}

const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
