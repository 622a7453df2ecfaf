/**
 * The regular expression in a text such as `/^[0-9]{5}$/i`. Undefined for a malformed one, which
 * allows any value.
 */
export function parsePattern(text: string): RegExp | undefined {
	const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
	try {
		// Without the flags g and y, which make an expression remember where it stopped.
		if (source !== undefined) return new RegExp(source, flags?.replace(/[gy]/g, ''));
	} catch {
		// The debug message below covers this case.
	}
	console.debug('live-chat-widget: a field of the pre-chat form has a malformed pattern', text);
	return undefined;
}
