/** Parses a sent mail, as far as tests need it. */
export interface ParsedMail {
	/**
	 * Name in lower case and value; repeated headers are several entries. Folded lines are joined.
	 */
	headers: [name: string, value: string][];
	/** Content type → decoded text. */
	parts: Record<string, string>;
}

export function parseMail(raw: string): ParsedMail {
	const { headers, body } = split(raw);
	const boundary = /boundary="([^"]+)"/.exec(valueOf(headers, 'content-type'))?.[1];
	if (boundary === undefined) return { headers, parts: {} };
	const parts = body
		.split(`--${boundary}`)
		.slice(1, -1)
		.map((part) => split(part.replace(/^\r\n/, '')));
	return {
		headers,
		parts: Object.fromEntries(
			parts.map((part) => [valueOf(part.headers, 'content-type').split(';')[0], decode(part.headers, part.body)]),
		),
	};
}

/** A header's value with its encoded words (RFC 2047) decoded. */
export function decodeWords(value: string): string {
	const joined = value.replaceAll(/\?= +=\?/g, '?==?');
	return joined.replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, encoding: string, text: string) =>
		encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
	);
}

export function valueOf(headers: ParsedMail['headers'], name: string): string {
	return headers.find(([found]) => found === name)?.[1] ?? '';
}

function split(raw: string): { headers: ParsedMail['headers']; body: string } {
	const end = raw.indexOf('\r\n\r\n');
	const lines = raw
		.slice(0, end)
		.replaceAll(/\r\n[ \t]/g, ' ')
		.split('\r\n');
	return {
		headers: lines.map((line) => [
			line.slice(0, line.indexOf(':')).toLowerCase(),
			line.slice(line.indexOf(':') + 1).trim(),
		]),
		body: raw.slice(end + 4),
	};
}

function decode(headers: ParsedMail['headers'], body: string): string {
	const encoding = valueOf(headers, 'content-transfer-encoding');
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
	if (encoding !== 'quoted-printable') return body;
	return decodeQuoted(body.replaceAll('=\r\n', ''));
}

function decodeQuoted(text: string): string {
	const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
