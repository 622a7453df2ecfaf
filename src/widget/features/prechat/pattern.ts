/** The expression in a string such as `/^[0-9]{5}$/i`. Undefined for a malformed one, which asks for nothing. */
export function parsePattern(text: string): RegExp | undefined {
	const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
	try {
		// Sticky and global expressions remember where they stopped.
		if (source !== undefined) return new RegExp(source, flags?.replace(/[gy]/g, ''));
	} catch {
		// Said below.
	}
	console.debug('live-chat-widget: a field of the pre-chat form has a malformed pattern', text);
	return undefined;
}
